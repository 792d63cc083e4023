/* Fitted by bench/quality/task-type.ts --write; do not edit. A word (^ if it must come first), then tenths for bug, feature, infra, research. */
const ROWS = `^add -7 2 -1 5|^allow -1 10 -4 -5|^broken 5 0 0 -4|^bump -3 -2 12 -6|^cach -1 -2 5 -2
|^chang -2 1 -4 5|^clarify -4 -4 -4 12|^clean -3 -1 4 0|^correct 2 -6 -2 6|^deprecat -2 5 -2 -1
|^describ -2 -2 -3 8|^disabl 0 -2 6 -4|^docu -6 -1 -4 11|^don 7 -3 1 -4|^edit -2 -2 -1 5
|^enabl -5 4 4 -3|^ensur 6 -4 -1 -1|^explain -2 -2 -2 6|^export 0 5 -4 -2|^expos -2 8 -2 -3
|^extend -3 5 -1 -2|^extract -2 4 -3 1|^fix 0 -10 4 6|^generat -1 -1 6 -4|^ignor 1 1 2 -4
|^impl -3 11 -4 -3|^install -4 4 3 -2|^introduc -3 8 -4 -2|^keep 4 -3 0 0|^list -2 -1 -1 5
|^log -2 4 -1 -1|^mention -4 -3 -3 9|^migrat -4 0 7 -3|^mor -3 4 -1 0|^mov -2 -3 4 1|^no 4 0 -5 1
|^not -5 -1 -2 9|^on -1 4 -1 -1|^only 1 -2 4 -2|^pass 4 0 -2 -2|^pin -1 -3 6 -2|^preserv 5 -3 1 -2
|^prevent 5 -4 3 -4|^provid -5 5 0 -1|^recommend -1 -2 -1 4|^refact -5 -1 4 2|^remov -1 -4 1 4
|^replac -4 -6 5 4|^resolv 4 -3 0 -2|^respect 4 -1 0 -3|^revert 6 -2 -2 -3|^run 0 -3 8 -4
|^set 0 -3 4 -1|^should -4 3 3 -2|^skip 3 -1 7 -8|^support -3 7 1 -6|^sync -2 0 4 -2
|^test 1 -4 4 -2|^try -1 -1 4 -2|^typo 7 -2 -2 -3|^updat -2 -3 1 4|^upgrad -2 2 6 -6
|^use 0 -3 4 -2|^warn -5 7 -1 -1|ability -3 5 0 -3|abort 4 0 -2 -2|about -2 -6 -5 14
|action -5 -3 11 -4|add -5 5 -3 3|address 4 -2 -2 1|aft 7 -4 -1 -2|agent -3 0 -3 7
|agnostic -2 5 -2 -2|align 3 -3 -3 4|all 2 0 1 -4|allow -1 5 1 -5|allowlist 3 5 -4 -3
|analyz 4 0 -4 -1|annot 2 0 -4 2|announc -1 -2 -1 4|applic 1 5 -5 -1|argu 1 6 -5 -2
|array 3 3 -4 -1|articl -3 -1 -1 5|assertion 4 -2 0 -2|asset 0 5 -4 -1|ast -1 4 -2 -1
|async 5 3 -5 -3|attempt -1 0 4 -2|attribut 4 0 -2 -2|automatical -4 3 3 -2|avoid 4 -5 4 -3
|awar -2 5 -1 -2|azur -4 -1 8 -2|back 5 -4 0 -1|bad 4 1 -4 -2|badg -2 -2 -7 11|bas 1 4 -5 1
|batch 6 0 -3 -3|be 2 -1 -4 3|been -2 -1 4 -1|befor 6 -4 -2 0|benchmark -2 -2 5 0|beta 5 1 -4 -1
|bett 0 3 -4 0|bind 1 5 -5 -1|blog -3 1 -2 5|body 3 4 -4 -3|branch 2 -5 7 -3|break -4 -4 7 0
|broken 4 -2 -4 2|bug 3 -4 -1 2|build -6 -2 12 -4|bump -2 -2 8 -4|by 0 5 -5 -1|cach 1 -3 8 -5
|call 5 1 -1 -4|can -1 4 -3 1|cargo -5 -3 11 -3|cas 3 4 -6 -1|changelog -1 -4 1 4
|channel 5 0 -4 -1|check 3 -1 6 -8|checkout -2 -2 7 -3|ci -6 -7 10 2|circl -2 -1 5 -2
|cjs -1 -1 4 -1|clarific -1 -3 -1 5|clarify -5 -6 -4 16|class 4 1 -5 0|cleanup 5 0 -3 -1
|client 4 7 -6 -4|cod -2 -2 -1 4|codecov -5 -5 15 -5|codeql -3 -3 9 -2|column -1 4 -1 -1
|com 0 -3 -3 6|community -3 -2 -2 7|compatibility 4 -2 -1 -1|compil -5 2 2 1|component 3 4 -6 -1
|configur 0 -2 4 -2|configurabl -1 4 -1 -2|connection 4 1 -2 -3|constant -1 4 -3 1
|contain 5 0 -3 -3|content 2 4 -5 -1|context 4 3 -5 -2|contribut -4 -9 0 14|convention -2 -3 -2 8
|conversion 4 1 -2 -3|convert 4 0 -2 -2|cor 1 -2 -2 4|correct 10 -9 -4 2|correction -2 -2 -1 5
|coverag -1 -5 11 -5|crypto 4 -1 -2 -1|css 3 3 -5 -1|custom 2 2 -4 -1|dark -3 -1 0 4
|decorat 0 4 -2 -1|default 1 5 -8 2|definition 4 1 -4 -1|dep 2 -4 8 -5|dependabot 1 -3 5 -2
|dependency 5 -2 7 -9|deploy -4 -1 7 -3|deriv 5 0 -3 -1|describ -3 -3 -2 8|description -5 -6 -3 14
|detail 2 -3 -5 7|detect 0 5 -1 -4|detection 5 3 -4 -4|dev -5 -1 9 -3|develop -3 -2 4 1
|digest -4 -3 15 -7|direct -1 4 -2 -1|directory 6 -1 -3 -3|disabl 0 0 4 -4|display -1 4 -4 0
|do 2 0 3 -4|doc -6 -5 -5 15|docu -4 -1 -6 12|document -3 -7 -6 16|doesn 4 -3 -1 -1
|domain 5 7 -7 -6|don 5 -5 2 -2|dry 4 0 -3 0|dts -1 -3 6 -2|duplicat 2 -1 -5 3|dur 7 0 -3 -4
|ecosystem -3 -4 5 3|edg 4 0 -2 -2|ele 5 2 -5 -2|empty 8 -2 -2 -3|encod 4 0 -2 -1|ensur 7 -5 0 -2
|entry -3 1 -4 7|env 0 0 4 -3|err 7 4 -6 -5|es -2 5 -4 0|escap 5 0 -2 -3|event 0 4 -4 0
|exampl -5 -7 -3 14|exclud 1 -2 5 -4|exclusion -2 -2 5 -2|experimental -3 9 -4 -1
|explain -2 -3 -2 7|explan -3 -3 -3 9|explicit 0 -2 -3 5|export 2 3 1 -6|expos -3 8 -2 -3
|expression 2 1 -4 0|extend 2 2 -4 0|extra 5 -3 -3 1|extract -4 2 0 2|fail 0 0 4 -4
|failur -3 0 7 -4|fals 4 0 -2 -2|faq -3 -4 -3 10|featur -3 0 -1 4|feedback 0 -1 -2 4
|field 4 0 -1 -2|finish -3 0 4 -1|fix 2 -9 3 5|fork 0 -3 5 -2|format -2 -1 4 -1|formatt -1 2 -4 2
|fs 5 0 -3 -2|function 1 5 -5 -1|gener 2 2 1 -5|generat 1 4 0 -4|gh 1 -3 6 -3|git 2 2 -5 2
|github -2 -6 7 1|gitignor -2 -1 4 -2|go -2 -4 11 -5|grammar -4 -1 -4 9|graph -1 -1 -2 4
|group -1 -2 4 -1|guard -1 4 -1 -1|guid -1 -7 -6 13|guidanc -1 -3 -1 5|handl 8 1 -3 -5
|harden -2 0 4 -2|head 3 1 -5 2|help -2 4 -1 -1|highlight -2 -1 -3 6|how -4 -4 -1 9|html 1 2 -5 2
|hub -4 -5 3 5|hydr 3 4 -4 -3|id 4 0 -2 -1|if 5 4 -4 -5|impl -1 9 -5 -4|implement -2 5 -4 0
|import 7 1 -7 -1|in 5 -2 -3 0|info -2 0 -4 5|inform -1 0 -3 5|initial 0 4 -5 0|input 4 3 -4 -3
|insid 5 -2 -2 -1|install -3 -4 7 1|instruction -3 -3 -5 11|interfac 2 4 -3 -2|into 5 0 -2 -3
|introduc -4 7 -2 -1|is 5 0 -4 -1|issu -1 -5 4 3|job -4 -4 16 -8|js -2 -3 5 0|jsdoc -4 -2 2 4
|label -3 -1 7 -3|land -2 4 -1 0|larg 2 -6 4 0|last 2 4 -3 -3|latest -1 -3 4 0|lead 4 -2 -1 -1
|leak 4 -1 -2 -1|licens -4 -4 6 2|lik 6 -3 -1 -2|link -1 -2 -9 12|lint -4 -5 9 0|linux -1 -2 4 -1
|list -1 -2 -3 6|listen 0 4 -2 -1|load 1 4 -5 0|lock -2 -2 10 -6|lockfil 0 -6 8 -3|log 3 4 -2 -5
|logg 3 5 -3 -5|logic 5 3 -3 -5|logo -3 -2 -4 10|mac -4 -2 6 0|manual -3 0 0 4|mask 4 0 -2 -2
|match 4 -1 -1 -2|matrix -2 0 4 -2|md -1 -8 -5 14|mention -5 -4 -5 15|merg 4 1 0 -5
|method 4 7 -7 -4|middlewar 4 1 -1 -4|migr 0 4 -5 1|migrat -3 1 5 -2|minimum -1 5 -3 -1
|miss 9 -12 1 2|monorepo 5 -2 -2 -2|mor -5 0 1 4|must -3 1 -1 4|mypy 2 -3 4 -3|new -3 4 -3 1
|night -2 -2 7 -3|nod -3 -3 8 -2|non 6 -3 -3 -1|not 2 -8 -2 9|npm 1 -4 6 -3|object 1 5 -3 -3
|offset 4 0 -3 -1|only 1 -2 4 -2|optimiz 1 4 -4 0|option 3 7 -11 1|optional 3 3 -2 -4
|or -2 -1 4 -1|organiz -4 -3 7 0|output 0 2 1 -4|over 3 1 -4 1|overview 0 -3 -1 4|own -2 0 4 -2
|packag -2 -2 9 -5|pag -4 -1 -4 9|panic 5 -2 -2 -1|param 3 4 -4 -3|paramet 1 2 -4 1|pars 3 7 -6 -3
|partial 5 2 -3 -3|party -2 -3 4 1|pass 0 4 0 -4|password -2 4 -2 0|patch 2 5 -4 -4|path 4 0 -3 -1
|permission -1 -2 5 -2|pin -2 -2 8 -4|pipelin -1 -2 4 -1|plac -1 -3 4 -1|plan -2 -1 -4 7
|plann -1 4 -3 0|play -4 6 -5 3|playground -3 -2 1 4|playwright -3 0 4 -2|plugin 1 2 -7 5
|pnpm -2 -4 8 -1|point 3 -1 -4 1|policy -1 -2 -3 6|position -1 4 -1 -1|positiv 5 0 -2 -2
|post -2 -3 -3 8|pr -2 -6 9 -1|prefix 4 2 -4 -2|preserv 5 -1 -2 -2|preset 1 4 -3 -3
|prevent 8 -5 2 -5|preview -3 1 4 -2|print 6 2 -3 -5|prompt -2 5 -1 -3|prop 2 2 -6 1
|proper 6 -3 -1 -2|property 1 4 -4 0|proposal -2 -3 -1 6|provid 4 4 -6 -2|proxy 2 1 -4 1
|publish -2 0 6 -4|pull -4 -2 4 1|py -4 -4 8 0|pytest -2 -5 5 2|python -3 -4 10 -3|ql -2 0 6 -5
|query 2 4 -5 -2|rang 4 1 -4 -2|rd -1 -3 4 0|read 4 -1 -2 -1|readm -2 -2 -6 11|recommend -5 1 -3 7
|referenc -1 -5 -6 12|regex 4 -1 -1 -1|reject 4 -2 -1 -1|releas -4 -4 5 3|remov 0 -3 4 -1
|rend 1 4 -3 -2|renovat -4 -4 11 -3|replac -4 -1 2 3|report 3 -1 3 -5|repository 0 -1 5 -4
|requir 0 3 -4 1|resolution 4 0 -2 -2|resolv 6 -1 -3 -2|resourc 1 5 -6 1|respect 6 -2 -2 -3
|retry -1 -2 4 -2|revert 6 -3 -2 0|rolldown -4 3 1 0|rollup -5 -3 8 0|rout 0 5 -6 1|rs -3 -2 5 0
|rul -6 5 1 -1|run -3 -1 5 -2|runn 1 -2 5 -4|runtim -2 2 4 -4|sam 4 -3 3 -3|sampl -4 -9 9 4
|scop 4 2 -3 -2|scorecard 2 -4 2 0|script -4 -1 10 -4|section -4 -7 -2 14|security 0 -5 2 3
|select 5 1 -3 -3|semantic 5 -3 -5 3|send -1 6 -4 0|separat 2 -4 1 1|serializ 1 4 -3 -2
|serv 0 5 -4 -1|servic 3 3 -5 -1|session -4 0 -3 6|setup -3 -1 4 0|sha -1 0 4 -3|should 8 -4 -1 -3
|show 1 3 -4 0|simpl -2 5 1 -4|sit -3 1 -2 4|siz -2 -5 9 -2|skip -1 -3 0 4|slash 4 -1 -1 -1
|slot 2 4 -4 -3|snapshot -4 -2 5 1|social -1 6 -3 -2|som -5 3 -2 3|spac -3 2 -3 5|specify -6 3 0 3
|spell 0 -2 -2 4|sphinx -3 -6 0 9|spons -1 -2 -2 5|src 6 -2 -1 -2|sse 3 0 1 -4
|standalon -1 4 -1 -1|stat 2 3 -7 1|static 1 5 -6 0|status 4 4 -5 -3|stdout -2 4 -1 -2
|step -3 0 4 0|str 2 4 -5 -1|stream 5 1 -3 -3|strict -3 0 5 -1|suggest -2 -1 -3 5
|support -2 12 -2 -8|svelt -4 5 -6 5|switch -4 0 2 2|system 0 6 -5 -1|tabl 0 -2 -2 4
|team -2 -4 -3 8|templat 0 4 -5 1|temporari -2 -2 4 -1|terminal 4 -3 -1 0|ters -3 -1 5 -1
|test 1 -1 7 -6|text 0 4 -5 1|tim 1 2 -4 0|timeout -3 0 4 -1|token -2 5 3 -6|toolchain 0 -3 4 -1
|top 4 -1 -2 -1|transform 3 5 -6 -2|transl 4 3 -3 -3|travi -5 -6 15 -4|tre 2 4 -2 -3
|triag 2 -4 0 2|trigg 0 -2 5 -3|troubleshoot -2 -3 -1 7|ts -2 -2 5 -1|tutorial -3 -2 -4 9
|tweak -5 1 0 4|typo -2 -6 -6 13|ubuntu -3 -3 9 -3|undefin 6 0 -3 -2|unit 8 -1 -5 -1
|updat -2 -5 2 6|upgrad -4 -3 7 0|upload -2 0 4 -2|url 5 -2 -6 3|user -5 -1 -3 9|using 1 -1 -4 4
|util 0 5 -3 -2|utility -1 8 -3 -4|uv -1 -2 4 -1|validat 4 0 -3 0|valu 3 -1 -5 2|verific -4 2 2 0
|vey -4 -3 10 -3|warn 2 4 -5 -1|we 0 -1 4 -3|web -4 5 -4 3|websocket 6 2 -3 -5|wheel -2 -1 5 -1
|when 8 1 -3 -6|whil 4 -1 -1 -1|window 1 -4 9 -6|with 3 2 -4 -2|without 4 -1 -2 -1|word 1 -4 -4 7
|work 4 -1 0 -3|workflow -5 -7 17 -5|yarn -2 -2 4 0|yml -3 -3 8 -2`;

export const TYPE_WORDS: ReadonlyMap<string, readonly number[]> = new Map(
  ROWS.split('|').map((row) => {
    const [word = '', ...weights] = row.trim().split(' ');
    return [word, weights.map(Number)];
  }),
);
