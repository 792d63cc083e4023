import { stem } from '../math/terms.ts';

const ORDINARY = new Set(
  `about above abort accept access across actual again agree ahead alert align allow alone along already alter always among amount annoy another answer
anybody appear apply approve argue around arrive aside assign assume attach avoid await awful badly basic became become before began begin behave behind
being below better between beyond blame blank block board boost bottom bound break brief bring broad broke broken build built cancel carry catch cause
caught certain chance change cheap check choose chose chosen claim clean clear clever click climb close closer collect color colour combine coming compare
complain confuse consider contain control convert correct count couple cover crash create current custom daily damage debug decide deep delay delete deliver
demand depend describe design detail detect different direct disable discuss display doubt downgrade draft early easily edit effect either empty enable
ensure enter entire equal escape evening event every exact examine exceed except exist expand expect explain extend extra faced failed fails false familiar
faster fault favor fetch field figure final finish first flaky floor focus follow force forget forgot found freeze fresh front function garbage general
given gives going grant great group grown guard guess guide handle happen happy hardly heavy hello hidden highest hired honor however human ideal ignore
improve include increase indeed inform inside install instead intend internal invite issue joined judge jump just keeps known label large later latest
launch layer learn least leave legal lesson level lifted light likely limit listen little local logic longer looks loose loses lower lucky maintain major
makes manage manner manual marked match matter maybe means measure meant merge might minor minute missed mistake modern modify month morning mostly mount
moved multiple myself named narrow nearby nearly needs never newest nicer night noise normal notice number obvious occur offer often older online opened
option order other others ought outer output outside override owner packed paint panic parse partly passed pause people perform perhaps person phone picked
piece place plain please plenty point possible prefer prepare present press prevent price print prior problem process produce proper protect provide prove
public publish purpose quick quiet quite quote raise random range rather reach react ready really reason receive recent record reduce refuse region reject
relate release remain remember remind remove rename repair repeat replace reply report request require reset resolve respond restart result retry return
reveal revert review rewrite right round route rules sample saved saying scale scary screen search second select sense serve setup several shall shape share
sharp shift short should shown shows silent similar simple since single skips slight slower slowly small smart solve somebody someone something sometimes
sorry sound space speak special speed spend spent split stage stale stand start state stays steps still stopped store strange stream strict strong struggle
stuck study stupid style submit sudden suggest supply support suppose surely switch taken takes target teach tells thank their there these thing think those
though thread three threw through throw thrown ticket tidied times tired title today together token tomorrow topic total touch trace track trade train trash
travel treat tried trigger trouble truly trust truth tweak twice under undo unify unless until unused update upgrade upset usage users usual valid value
various verify version visible visit voice wanted warns waste watch weird where whether which while white whole whose width without woken wonder words
works worse worst worth would write wrong wrote yellow yesterday yield young yours`
    .split(/\s+/)
    .flatMap((word) => [word, stem(word)]),
);

/** True for what people write of any project: such a word is meant, whether this one has it or not. */
export const isOrdinary = (word: string): boolean => ORDINARY.has(word) || ORDINARY.has(stem(word));
