import { late } from '../math/memo.ts';
import type { AnchorEntry } from './anchors.ts';
import { isLiteral } from './commands.ts';
import type { Hinted, Scan } from './finding.ts';

const TICK = '`';
/**
 * Where a place alone tells. A line holds the rule, words of which one must be near (`+` is a blank), the flags and the pattern,
 * whose first group is the quote and whose second the value. With the flag `a` the word may be anywhere in the text.
 */
const TABLE = String.raw`
command-password docker|podman|helm g \b(?:docker|podman|helm)[ \t]+(?:registry[ \t]+)?login\b[^\n]{0,160}?[ \t]-p[ \t]+(["']?)([^\s"'$-][^\s"']{3,100})\1
command-password sshpass g \bsshpass[ \t]+-p[ \t]{0,2}(["']?)([^\s"'$-][^\s"']{2,100})\1
command-password mysql+|mysqldump+|mysqladmin+ gm \bmysql(?:dump|admin)?\b(?=[^\n]{0,200}[ \t](?:-u|-h|--user|--host))(?:[ \t]+\S{1,80}){0,12}?[ \t]+-p(["']?)([^\s"'$-][^\s"']{2,100})\1(?=[\s"'${TICK})]|$)
command-password -stdin|/stdin|cryptsetup|phrase-fd|create+secret|secret+create|secrets+create|secret+set|secrets+set|secret+put|secrets+put g \b(?:echo|printf)[ \t]+(?:-n[ \t]+)?(["']?)([^\s"'$]{3,100})\1[ \t]*\|[^\n|]{0,120}(?:--password-stdin|--passphrase-fd|\/dev\/stdin|create secret|secrets? (?:create|set|put)|cryptsetup)
command-password sqlplus|sqlldr g \bsql(?:plus|ldr)[ \t]+(?:-\w{1,2}[ \t]+){0,3}(["']?)[\w.]{1,40}\/([^\s"'$@/]{3,100})(?=@|["']?\s)
cookie Cookie{ g Cookie\{[^}\n]{0,60}?Name:[ \t]?"[^"\n]{0,40}(?:sess|token|auth|sid)[^"\n]{0,40}",[^}\n]{0,60}?Value:[ \t]?(")([^"\n]{3,400})"
command-password sshpass g \bsshpass["'],[ \t]{0,2}["']-p["'],[ \t]{0,2}(["'])([^"'\n]{3,100})\1
argument Value=|value=|initial= g <\w{0,30}(?:Password|Passphrase|Secret|Token|ApiKey)\w{0,20}\s[^<>\n]{0,160}?\b(?:defaultValue|initialValue|initial|value)=\{?(["'${TICK}])([^"'${TICK}\n{}]{3,100})\1
argument basicAuth|basic_auth|BasicAuth g [bB]asic_?[aA]uth\w{0,20}\(\s{0,4}\{?[^()\n]{0,60}?users["']?[:=]\s?\{\s{0,4}["']?[\w.@-]{1,40}["']?\s?:\s?(["'])([^"'\n]{3,100})\1
command-password auth+ gm ^[ \t]*(?:stats[ \t]+)?(?:auth|login|credentials)[ \t]+[\w.@-]{1,40}:()([^\s"'$:]{3,100})[ \t]*$
command-password sudo+-S g \b(?:echo|printf)[ \t]+(?:-n[ \t]+)?(["']?)([^\s"'$]{3,100})\1[ \t]*\|[ \t]*sudo[ \t]+-S
command-password kv+put|etcdctl+put|user-secrets|redis-cli|git+config g \b(?:kv put|etcdctl put|user-secrets set|redis-cli(?:[ \t]+-\w[ \t]+\S{1,40}){0,3}[ \t]+(?:SET|set)|git config(?: --\w{1,12})?)[ \t]+["']?[\w./:-]{0,60}(?:[pP]assw(?:or)?d|[pP]wd|[sS]ecret|[tT]oken|[aA]pi_?[kK]ey|TOKEN|PASSWORD|SECRET)["']?[ \t]+(["']?)([^\s"'$=-][^\s"'$]{2,100})\1(?=\s|$)
command-password --value|--secret-|--body|--data g --(?:name|secret-name|key|secret-id|id)[ =]["']?[\w./:-]{0,60}(?:[pP]assw(?:or)?d|[pP]wd|[sS]ecret|[tT]oken|[kK]ey|TOKEN|PASSWORD|SECRET|KEY)["']?[ \t\\\n][^\n]{0,120}?[ \t]--(?:value|secret-string|secret-value|body|data)[ =](["']?)([^\s"'$-][^\s"'$]{2,200})\1(?=\s|$)
argument ption('-|ption("- g \.\w{0,12}[oO]ption\(\s{0,4}["'][^"'\n]{0,20}--[\w-]{0,30}(?:password|passwd|secret|token|api-?key|pass)\b[^"'\n]{0,40}["'],\s{0,20}["'][^"'\n]{0,120}["'],\s{0,20}(["'])([^"'\n]{3,100})\1
command-password chpasswd g \bprintf[ \t]+["'][^"'\n]{1,60}["'](?:[ \t]+\w{1,30})?[ \t]+(["'])([^"'\n$]{3,100})\1[ \t]*\|[ \t]*(?:sudo[ \t]+)?chpasswd
command-password mysql+|mysqldump+|mysqladmin+ gm \bmysql(?:dump|admin)?[ \t]+-p(["']?)((?=\S{0,40}\d)[^\s"'$-][^\s"']{2,100})\1(?=\s|$)
argument ind('|ind("|ind_s( g \b\w{0,20}[bB]ind\w{0,8}\(\s{0,4}["'][A-Za-z]{1,12}=[^"'\n]{1,100}["'],\s{0,4}(["'])([^"'\n]{3,100})\1
argument sign(|verify( g \b(?:sign|verify)\(\s{0,4}[\w.]{1,40},\s{0,4}(["'])([^"'\n]{4,200})\1,\s{0,4}\{
url-token ?key=|&key=|&amp;key= g [?&;](?:key)=()(?=[^\s"'${TICK}&<>]{0,40}\d)([^\s"'${TICK}&<>$#{}%\\]{8,200})
command-password htpasswd g \bhtpasswd[ \t]+-\w{0,6}b\w{0,6}[ \t]+\S{1,80}[ \t]+\S{1,60}[ \t]+(["']?)([^\s"'$]{3,100})\1
command-password echo+ g \becho[ \t]+(?:-n[ \t]+)?(["']?)[\w.$-]{1,40}:([^\s"'$]{3,100})\1[ \t]*\|[ \t]*(?:sudo[ \t]+)?(?:chpasswd|base64)
command-password <<< g \b(?:sudo|su|passwd|install|tee|cryptsetup|docker|gpg|kinit|openssl|ssh-add|gh auth|vault)\b[^\n]{0,80}<<<[ \t]*(["']?)([^\s"'$]{3,100})\1
command-password mongo|zip+|7z+|rar+|az+login|ldap|ssh-keygen|openssl+|redis-cli|psftp|plink|pscp g \b(?:mongo(?:sh|dump|restore|import)?|zip|unzip|7z|rar|unrar|az[ \t]+login|ldap(?:search|modify|add)|ssh-keygen|openssl[ \t]+enc|redis-cli|psftp|plink|pscp)\b(?:[ \t]+[^\s|;&-]\S{0,80}|[ \t]+-[^\s|;&]{1,40}){0,8}?[ \t]+-(?:p|P|N|k|w|a|pw)[ \t]{1,3}(["']?)(?!\d{2,5}(?:\s|$))([^\s"'$-][^\s"']{2,100})\1
command-password 7z+|7za+ g \b7za?\b[^\n]{0,60}?[ \t]-p()([^\s"'$]{3,100})
said asked+for|prompted+for|asks+for|prompts+for gi \b(?:asked|prompted|asks|prompts) for (?:[\w-]{1,20}[ \t]){0,4}pass(?:word|phrase|code)\b[^\n"${TICK}]{0,60}?[ \t](?:type|enter|use|give)[ \t]+(["${TICK}])(?!(?:exit|yes|no|quit|skip|enter|return|none)["${TICK}])([^"${TICK}\n]{4,80})\1
command-password codecov g \bcodecov\b[^\n]{0,80}?[ \t]-t[ \t=]{1,3}(["']?)([^\s"'$-][^\s"'$]{4,100})\1(?=\s|$)
url-token appid= giu [?&;]app_?id=()(?=[^\s"'${TICK}&<>]{0,40}\d)(?=\d{0,40}\p{L})([^\s"'${TICK}&<>$#{}%.]{8,200})
said with+password|using+password|with+passphrase gi \b(?:log|sign|authenticat|connect)\w{0,8}\b[^\n"'${TICK}]{0,40}?[ \t]as[ \t]+[\w.@-]{2,40}[ \t]+(?:with|using)[ \t]+(?:the[ \t]+)?pass(?:word|phrase)[ \t]+(["'${TICK}]?)([^\s"'${TICK}$<>{}\\.,;:]{4,100})\1(?=\\n|["'${TICK}.,;)]|[ \t]*$)
command-password vault+login g \bvault login[ \t]+(?!-)(["']?)([^\s"'$]{5,200})\1
command-password rabbitmqctl g \brabbitmqctl[ \t]+(?:add_user|change_password)[ \t]+\S{1,60}[ \t]+(["']?)([^\s"'$]{3,100})\1
command-password net+user gi \bnet user[ \t]+\S{1,60}[ \t]+()([^\s"'$/*]{3,100})[ \t]+\/add
command-password smb g \bsmb\w{1,12}\b[^\n]{0,120}?-U[ \t]{0,2}(["']?)[\w\\.-]{1,60}%([^\s"'$]{3,100})\1
command-password configure+set|config+set g \bconfig(?:ure)? set[ \t]+\S{0,80}?(?:secret|[tT]oken|password|_auth|api_?[kK]ey)\w{0,30}[ \t=]{1,3}(["']?)([^\s"'$-]{3,200})\1
command-password set+-|setenv|setx gm ^[ \t]*(?:set[ \t]+-\w{1,4}|setenv|setx)[ \t]+\w{0,40}(?:PASSWORD|PASS|SECRET|TOKEN|KEY)[ \t]+(["']?)([^\s"'$]{3,200})\1
command-password +-u+|+-U+|+--user gm (?:^|[|;&])(?![ \t]*(?:sudo[ \t]+)?(?:mysql|maria|psql|ssh|docker[ \t]+run))[^\n|;&]{0,80}?[ \t](?:-u|-U|--user(?:name)?)[ \t=]\S{1,60}[ \t]+-(?:p|P|w|A)[ \t]{1,3}(["']?)(?!\d{1,5}(?::|\s|$))([^\s"'$/-][^\s"']{2,100})\1
command-password +-a|+--auth g \b(?:https?|xhs?)[ \t]+(?:\S{1,80}[ \t]+){0,6}?(?:-a|--auth)[ \t=](["']?)[\w.@-]{1,60}:([^\s"'$]{3,100})\1
command-password +-u g \b(?:lftp|open)\b[^\n]{0,80}?[ \t]-u[ \t]{0,2}(["']?)[\w.@-]{1,60},([^\s"'$]{3,100})\1
command-password send+"|send+-- g (?:assword|assphrase)[^\n]{0,60}\s{1,20}send[ \t]+(?:--[ \t]+)?(")([^"\n\\$]{3,80})\\[rn]"
command-password PASS+ gm ^(?:[^\n]{0,30}\bUSER[ \t]\S{1,60}\r?\n(?:[^\n]{0,200}\n){0,2}?[^\n]{0,30}|(?:>{1,3}|-->|C:|=>)[ \t]{0,3})\bPASS[ \t]()(\S{3,100})\r?$
command-password AUTH+|AUTH" gm (?:^|[>\]:][ \t])"?AUTH"?[ \t](?:PLAIN[ \t]|default[ \t])?("?)(?![A-Z-]+\d*"?$)([^\s"]{3,100})\1\r?$
command-password pass+|passwd+|password+|password:|password=|pass:|pass= gm \b(?:[uU]ser(?:name)?|[lL]ogin)(?:[:=]|[ \t](?:is|was)(?=[ \t]\S{0,30}[\d@.-]))?[ \t]+(?!and\b|or\b|when\b|if\b|after\b|before\b|until\b|once\b|[&/+])[^\s=]{1,40}[ \t,]{1,3}(?:port[ \t]\d{1,5}[ \t])?pass(?:word|wd)?[:=]?[ \t]+()([^\s"'$={}()]{3,100}?)(?=\.?$|[ \t](?:here|ssl|keep)\b)
command-password {{"|{{'|{{+"|{{+' g \{\{[ \t]*(["'])([^"'\n{}]{3,80})\1[ \t]*\|[ \t]*(?:password_hash|hash|b64encode|sha256)
command-password /p: g [ \t]\/u:\S{1,60}[ \t]+\/p:(["']?)([^\s"'$]{3,100})\1
argument base64|b64encode|btoa|encodeToString g (?:btoa|Buffer\.from|b64encode|base64_?[eE]ncode|encodeToString)\([ \t]{0,2}(?:[\w.]{1,20}\()?b?(["'])[\w.@-]{1,60}:([^\s"'$]{3,100})\1
command-password <<< gi \bread\b[^\n<]{0,60}(?:pass|pw|secret|token)\w{0,20}[^\n<]{0,20}<<<[ \t]{0,4}(["']?)(?:[^\s"']{1,60}[ \t]{1,3}){0,3}([^\s"'$]{3,100})\1
argument cookieSession|Keygrip g \b(?:cookieSession|Keygrip)\([^()\n]{0,120}?\[\s{0,4}(["'])([^"'\n]{3,100})\1
argument jdbc: g ["']jdbc:[^"'\n]{3,200}["'],\s{0,8}["'][\w.@-]{1,60}["'],\s{0,8}(["'])([^"'\n]{3,100})\1
argument .pfx|.p12|.jks|.keystore g ["'][^"'\n]{1,120}\.(?:pfx|p12|jks|keystore)["'],\s{0,8}(["'])([^"'\n]{3,100})\1
argument with:|with+"|with+' gi \b(?:fill|enter|type)s?[_ ]?(?:in)?[ \t(]{1,3}[^\n]{0,24}?assw(?:or)?d["'],?[ \t]+with:?[ \t]+(["'])([^"'\n]{3,100})\1
command-password --body|--value|--data|--secret-s|+-b+|+-b= g \bsecrets?(?:manager|[ \t]+versions)?[ \t]+(?:set|create|put|add|update|put-secret-value|create-secret)\b[^\n]{0,100}?[ \t](?:--body|-b|--value|--data|--secret-string)[ \t=](["']?)([^\s"'$]{3,200})\1
command-password on+>|SETUSER gmi ^(?:[ \t]*user|.{0,40}ACL SETUSER)[ \t]+\S{1,40}[ \t]+(?:\S{1,20}[ \t]+){0,6}?>()(\S{3,100})
command-password createUser g \bcreateUser[ \t]+(?:-e[ \t]+\S+[ \t]+)?\S{1,60}[ \t]+(?:MD5|SHA[-\d]{0,4})[ \t]+(["']?)([^\s"'$]{3,100})\1
command-password <(echo g pass\w{0,10}(?:-\w{1,10})?[ \t=]{1,3}<\(echo[ \t]+(?:-n[ \t]+)?(["']?)([^\s"'$()]{3,100})\1
command-password openssl+passwd g \bopenssl passwd[ \t]+(?:-\w{1,10}[ \t]+){0,3}(["']?)([^\s"'$()-][^\s"'()]{2,100})\1
command-password ]:0|]:1|]:2|]:3|]:4|]:5|]:6|]:7|]:8|]:9 gm ^\[[\w.-]{3,80}\]:\d{2,5}[ \t]+[^\s:]{1,60}:()(\S{3,100})$
command-password asicAuth|asic_auth|asicauth gi \bbasic_?auth:\s{1,20}users:\s{1,20}-[ \t]+(["']?)[\w.@-]{1,40}:([^\s"':]{3,100})\1
command-password net+use gi \bnet use[ \t]+[^\n]{0,100}?\/user:\S{1,60}[ \t]+(["']?)([^\s"'$/*]{3,100})\1
command-password net+use gi \bnet use[ \t]+[^\n]{0,80}?[ \t]()([^\s"'$/*\\:]{3,100})[ \t]+\/user:
command-password auth:|auth=|auth+=|ogin: gm ^[ \t-]*["']?[\w.-]{0,40}(?:auth|login|credentials?|creds)["']?[ \t]{0,4}[:=][ \t]{0,4}(["']?)[\w.+-]{2,40}:([^\s"'$/{}]{4,100})\1[ \t]*$
command-password echo+|printf+ g \b(?:echo|printf)[ \t]+(?:-\w{1,2}[ \t]+|["']%s(?:\\n)?["'][ \t]+)?(["']?)(?:[\w.@-]{1,40}(?:\\n|:))?([^\s"'$\\:]{3,100})(?:\\n)?\1[ \t]*(?:>{1,2}|\|[ \t]*(?:sudo[ \t]+)?tee\b(?:[ \t]-a)?)[ \t]*["']?[^\s"'|;&>]{0,100}(?:passw(?:or)?d|passphrase|[/._-]pass|secret|token|creds?|credentials?|[/._-]auth|psk|api_?key)s?(?:\.(?!log\b)\w{1,4})?(?=["'\s;|&)]|$)
command-password SecureString" g "SecureString"\s{1,12}value\s{0,12}=\s{0,4}(")([^"\n]{3,200})\1
command-password LOGIN+ gm ^(?:C:[ \t]|>[ \t])?(?=[A-Za-z]{0,5}\d)\w{2,8}[ \t]LOGIN[ \t]+"?[\w.@-]{1,60}"?[ \t]+("?)([^\s"]{3,100})\1\r?$
command-password word+password+ gm ^[^\n#]{0,80}?[\w-]{1,40}\/[\w-]{0,30}password[\w-]{0,12}[ \t]+password[ \t]+()([^\s"']{3,100})
command-password WIFI: g \bWIFI:[^\s"']{0,80}?P:()([^;"'\n]{3,80});
command-password static:|asicauth.users= g (?:\bpassword_maps[ \t]*=[ \t]*static|basicauth\.users=[\w.@-]{1,40}|\bstatic:[\w.@-]{1,60}):()([^\s"'$:/]{3,100})(?=["'\s]|$)
command-password asicAuth+ gm ^[ \t]*BasicAuth[ \t]+[\w.@-]{1,40}[ \t]+()([^\s"'$:]{3,100})\r?$
command-password user+=+"|user=" gm ^[ \t]*(?:proxy-)?user[ \t]?=[ \t]?(")[\w.@-]{1,60}:(?!\d+")([^"\s$:]{3,100})(?<!"\2:\2)\1[ \t]*$
command-password authtoken+|bw+unlock|admin-password+|radtest+|eneric-password g \b(?:ngrok[ \t](?:config[ \t]add-)?authtoken|bw[ \t]unlock|reset-admin-password|radtest[ \t]+[\w.@-]{1,40}|add-generic-password\b[^\n]{0,100}[ \t]-w)(?:[ \t]{1,3})(?!-)(["']?)([^\s"'$-][^\s"'$]{2,200})\1(?=\s|$)
command-password snmp g \bsnmp(?:walk|get|set|bulkwalk|bulkget|table|getnext|trap)\b[^\n]{0,60}?[ \t]-(?:c|A|X)[ \t]{1,3}(["']?)(?!public\b|private\b)([^\s"'$-][^\s"'$]{2,100})\1(?=\s|$)
command-password wpa_passphrase|nmcli g \b(?:wpa_passphrase[ \t]+(?:"[^"\n]{1,40}"|\S{1,40})|nmcli\b[^\n]{0,100}[ \t](?:password|wifi-sec\.psk))[ \t]+(["']?)(?!-)([^\s"'$]{3,100})\1(?=\s|$)
argument .ToSecureString g (["'])([^"'\n]{3,200})\1\.ToSecureString
command-password cmdkey g \bcmdkey\b[^\n]{0,120}?\/pass:()([^\s"'$]{3,100})
command-password auth-pass g \bauth-pass[ \t]+\S{1,60}[ \t]+(["']?)([^\s"'$]{3,100})\1
command-password community+ g \b(?:snmp(?:-server)?[ \t]+community|r[ow]community6?)[ \t]+(["']?)(?!public\b|private\b)([^\s"'$]{3,100})\1
command-password akmp+key|server+|-string+|digest-key|wpa-psk+ gm ^[ \t]*(?:crypto[ \t]+isakmp[ \t]+key|(?:tacacs|radius)(?:-server|[ \t]server)\b[^\n]{0,60}?[ \t]key|key-string|ip[ \t]ospf[ \t]message-digest-key[ \t]\d{1,3}[ \t]md5|wpa-psk[ \t]ascii)[ \t]+(?:\d[ \t]+)?("?)([^\s"$]{3,100})\1
command-password PSK+|EAP+|XAUTH+ g (?:^|\s):[ \t]+(?:PSK|EAP|XAUTH)[ \t]+(["'])([^"'\n]{3,100})\1
url-token hooks.slack.com g hooks\.slack\.com\/(?:services|workflows|triggers)\/()([^\s"'${TICK}<>()\\]{6,200})
command-password :99999: gm ^[\w.-]{1,32}:()([^:\s*!]{3,200}):\d{4,6}:\d{0,5}:99999:
said +/+ gm \b(?:[uU]ser|[lL]og[io]n|[aA]ccount|[cC]red(?:ential)?s?|sysdba|sa|root|admin)\b[^\n/"'${TICK}]{0,40}[ \t]\/[ \t]()((?=[^\s"'${TICK}/]{0,40}\d|[A-Za-z]{0,40}[a-z][A-Z][A-Za-z]{0,40}[a-z][A-Z])[^\s"'${TICK}/()]{6,80}?)(?=[ \t]\(|[ \t]\*\/|[.,;]?(?:[ \t]*$|""|[ \t](?:please|but|and)\b)|\\n)
command-password :{PLAIN|:{CLEAR gm ^[\w.@-]{1,60}:\{(?:PLAIN|CLEAR|CLEARTEXT)\}()(\S{3,100})$
sql-password ASSWORD+FOR|assword+for gi \bSET[ \t]+PASSWORD[ \t]+FOR[ \t]+\S{1,80}[ \t]{0,4}=[ \t]{0,4}(?:PASSWORD\()?(["'])([^"'\n]{3,200})\1
sql-password ENTIFIED|entified gi (?:USER|ROLE)[ \t]+\S{1,60}[ \t]+IDENTIFIED[ \t]+BY[ \t]+()(?!PASSWORD\b|EXTERNALLY\b|GLOBALLY\b|VALUES\b)([^\s"';:&$(){}<>]{3,100})(?=;|\s|$)
url-credential oracle:|CONNECT+|CONN+ gm (?:\bjdbc:oracle:\w{2,6}:|^[ \t]*(?:CONN(?:ECT)?|conn(?:ect)?)[ \t]+)[\w.]{1,40}\/()([^\s"'${TICK}$@/]{3,100})@
sql-password ENTIFIED|entified gi IDENTIFIED[ \t]+(?:WITH[ \t]+\w+[ \t]+)?BY[ \t]+(?:PASSWORD[ \t]+)?(["'])([^"'\n]{3,200})\1
argument ecureString gi ConvertTo-SecureString[ \t]{1,4}(?:-String[ \t]{1,4})?(?:-AsPlainText[ \t]{1,4})?(["'])([^"'\n]{3,200})\1
url-credential %40 gi %3A%2F%2F[^\s%/"']{0,80}%3A()([^\s"'&/]{3,120}?)%40
argument ecureString gi (["'])([^"'\n]{3,200})\1[ \t]*\|[ \t]*ConvertTo-SecureString
jwk kty ga (["']?)\b(?:d|p|q|dp|dq|qi|k)\1\s{0,4}:\s{0,4}["']([A-Za-z0-9_-]{16,2000})["']
sql-password gen_salt g \bcrypt\([ \t]*(')([^'\n]{3,100})'[ \t]*,[ \t]*gen_salt
url-credential @tcp( g (["'${TICK}])[\w.-]{1,40}:([^\s"'${TICK}@/]{3,80})@tcp\(
argument toCharArray g (?:[Pp]ass|[Kk]ey|[Ss]ecret|[Ss]tore|\bload\(|\binit\()[^\n"]{0,80}(")([^"\n]{3,80})"\.toCharArray\(\)
pgpass pgpass gma (?:^|["'])()[^\s:#"']{1,80}:(?:\d{2,5}|\*):[^\s:"']{1,60}:[^\s:"']{1,60}:([^\s"']{3,100})(?=["']|$)
cookie ookie:|ookie=|ookie"|ookie'|ookie+=|ookie+:|ookie+"|ookie+' g \b[Cc]ookie(?:["']?[ \t]{0,2}[:=]|[ \t]["']|["'],[ \t]?["'])[^\n]{0,200}?\b()(?:\w{0,20}(?:[sS]ess|SESS)\w{0,10}|(?:\w{1,12}\.)?sid|auth\w{0,10}|remember\w{0,10}|\w{0,12}token)=([^\s;"',]{6,400})
`;
export interface Place {
  readonly rule: string;
  readonly hints: readonly string[];
  readonly isNear: boolean;
  readonly pattern: () => RegExp;
}
const WORD = /\((?:\[\^\\s"'\$-?\])?\[\^\\s\\?"'\$?\]\{[23],(\d+)\}\)\\1/g;
/** In quotes, blanks belong to the value. */
const PHRASE_OR_WORD = `((?<=["'])[^"'\\n$$]{3,$1}(?=["'])|[^\\s"'$$]{3,$1})\\1`;
const PLACES: readonly Place[] = TABLE.split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [, rule = '', hint = '', flags = '', pattern = ''] =
      /^(\S+) (\S+) (\S+) (.*)$/.exec(line) ?? [];
    return {
      rule,
      hints: hint.replaceAll('+', ' ').split('|'),
      isNear: !flags.includes('a'),
      pattern: late(
        () => new RegExp(pattern.replace(WORD, PHRASE_OR_WORD), `d${flags.replace('a', '')}`),
      ),
    };
  });

/** What is in a text if a place may be, and what to look for then. */
export const PLACE_HINTS: readonly AnchorEntry<Place>[] = PLACES.flatMap((place) =>
  place.hints.map((hint) => [hint, place] as const),
);

/** No pattern reaches further from its word. */
const REACH = 1000;
/** A line that goes on for longer is cut. */
const LONGEST_LINE = 1000;

/** A stretch of whole lines, or of a line that is too long. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

function stretchAround(text: string, at: number): Stretch {
  const [first, last] = [Math.max(0, at - REACH), Math.min(text.length, at + REACH)];
  const lead = text.slice(Math.max(0, first - LONGEST_LINE), first);
  const end = text.slice(last, last + LONGEST_LINE).indexOf('\n');
  return {
    from: first - Math.max(0, lead.length - 1 - lead.lastIndexOf('\n')),
    to: end === -1 ? Math.min(text.length, last + LONGEST_LINE) : last + end,
  };
}

/** What commands tell by their place: told where the words are, looks around them. */
export function placeReader({ text, report }: Scan): {
  readonly met: (place: Place, at: number) => void;
  readonly readAll: () => void;
} {
  const stretches = new Map<Place, Stretch[]>();
  const met = (place: Place, at: number): void => {
    const known = stretches.get(place) ?? [];
    if (known.length === 0) stretches.set(place, known);
    const last = known.at(-1);
    if (last !== undefined && at + REACH <= last.to) return;
    const next = place.isNear ? stretchAround(text, at) : { from: 0, to: text.length };
    if (last !== undefined && next.from <= last.to)
      known[known.length - 1] = { from: last.from, to: next.to };
    else known.push(next);
  };
  const readAll = (): void => {
    for (const [{ rule, pattern: made }, known] of stretches) {
      const pattern = made();
      for (const { from, to } of known) {
        const stretch = text.slice(from, to);
        // Not `matchAll`, which makes a pattern of its own each time.
        pattern.lastIndex = 0;
        for (let match = pattern.exec(stretch); match !== null; match = pattern.exec(stretch)) {
          const [start, end] = match.indices?.[2] ?? [0, 0];
          if (isLiteral(match[2] ?? '')) report(from + start, from + end, rule, rule);
        }
      }
    }
  };
  return { met, readAll };
}

/** `Authorization: Basic …` */
export const BASIC: Hinted = {
  hints: ['Basic '],
  scan: ({ text, report }) => {
    for (const match of text.matchAll(ENCODED)) {
      const value = match[1] ?? '';
      if (/^[\x20-\x7E]{1,80}:[\x20-\x7E]{1,200}$/.test(atob(value.replace(/=+$/, ''))))
        report(match.index + 6, match.index + 6 + value.length, 'basic-auth', 'basic-auth');
    }
  },
};

/** What decodes to `user:password`. */
const ENCODED =
  /\bBasic ((?:[A-Za-z0-9+/]{4}){2,60}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)(?![A-Za-z0-9+/=])/g;
