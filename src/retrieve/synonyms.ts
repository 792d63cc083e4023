import { eachIdentifier, stem } from '../math/terms.ts';
import type { Abbreviations, Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { fileOf } from './look-ups.ts';
import { STOP_WORDS } from './stop-words.ts';

/**
 * People ask in other words than those who wrote it: a word, or two joined by `_`, and what may stand in its place, the likeliest first.
 * Only a word that the project does not have is looked up, and only what it does have is meant.
 */
const MEANT = `customer client buyer shopper purchaser patron payer consumer|guest visitor attendee|member subscriber|owner proprietor holder landlord
|tenant renter lessee occupant|employee staff worker colleague personnel crew|boss manager supervisor lead chief head
|newcomer beginner first_time new_customer new_user newbie|vendor supplier seller merchant provider dealer|driver courier chauffeur rider carrier
|doctor physician vet clinician practitioner|patient animal pet|teacher instructor tutor trainer lecturer|student pupil learner trainee|farmer grower
|volunteer helper|parent guardian|author writer|reviewer approver|lorry truck van vehicle|car vehicle auto automobile|bike bicycle cycle
|boat ship vessel ferry|plane aircraft flight airplane|train railway rail|trip journey tour ride route
|parcel package packet shipment consignment delivery box|shelf rack bin|pallet skid|checkout till register|receipt invoice bill|bill invoice charge
|invoice bill|discount rebate reduction voucher coupon promo bonus|voucher coupon code gift|deposit down_payment advance prepayment upfront caution
|refund reimburse repay money_back payback credit return chargeback|payment pay transaction transfer
|debt outstanding owe dunning overdue arrears unpaid|overdue late arrears delayed due|late overdue delay tardy|salary wage pay payroll
|tax vat duty levy gst|money cash amount balance funds cents currency|budget allowance quota|cheap low inexpensive|expensive costly
|profit margin revenue earnings income|revenue turnover sales income|loss deficit missing|donation gift|loan lend borrow credit
|lend loan borrow checkout|rent lease hire rental|booking reservation appointment|appointment visit slot booking session|slot window time
|cancellation withdrawal no_show|reschedule move rebook postpone shift|postpone delay defer move|waitlist waiting_list queue backlog
|calendar schedule agenda ical ics|holiday vacation leave away absent closed absence|away leave absent vacation out|absence leave away
|on_call pager standby duty rota|pager on_call alert|shift rota roster|deadline due cutoff limit
|robbery theft stolen steal thief burglar|steal theft rob stolen|theft robbery stolen burglary steal|fraud scam abuse cheat|cheat fraud abuse
|alarm alert warning siren page|alert alarm notification warning|siren alarm|dispute object contest complain challenge appeal objection claim
|complaint dispute claim objection feedback grievance|appeal objection dispute contest|complain complaint claim|agreement contract|sign signature
|legal law lawyer counsel gdpr|privacy gdpr consent personal|permit licence license approval permission|license licence permit
|forbidden denied refused unauthorized 403|ban block blacklist deny forbid prohibit|block ban lock deny|mute silence snooze suppress
|silence mute suppress|unsubscribe opt_out stop|opt_out unsubscribe consent stop|signup sign_up register registration onboarding enroll
|register sign_up enroll|login sign_in logon signin authenticate auth password pin|logout sign_out|password passphrase secret pin credential
|credentials secrets password token key|token key secret|erase delete purge wipe|purge delete prune expire cleanup|clean cleanup purge prune
|forget delete erase retention|retention keep retain expire|archive backup store|backup dump snapshot restore pg_dump copy|restore recover backup
|recover restore|undo revert rollback restore|rollback revert undo|throw_away discard drop delete|duplicate double twice dedupe repeated same copy
|unique distinct dedupe|bundle pack batch group|batch bulk chunk group|bulk batch mass|broken failed faulty defective damaged
|damage defect breakage broken|defect fault bug damage|crash die dies panic segfault abort kill|die crash kill exit|killed oom kill terminated evicted
|freeze hang stuck block deadlock|hang stuck freeze block deadlock|stuck hang blocked pending|slow latency lag delay duration timeout
|lag delay latency behind|outage incident downtime down|incident outage postmortem|downtime outage maintenance
|postmortem incident retrospective review|vanish disappear missing lost gone|disappear vanish missing deleted gone|strange odd weird unexpected
|spurious false noise|outlier spike anomaly|spike peak burst surge|maximum max limit cap most upper ceiling full|cap limit max ceiling
|threshold limit min max cutoff|minimum min least lower floor|quota limit allowance|unlimited limit cap|overloaded overload full max capacity
|throttle rate_limit limit backoff|rate_limit throttle limit|429 rate_limit throttle limit too_many|402 payment quota limit|413 too_large size body
|401 unauthorized auth token|403 forbidden denied permission role|404 not_found missing|409 conflict taken duplicate|410 gone expired
|422 invalid validation unprocessable|500 internal error exception|502 bad_gateway upstream proxy|503 unavailable overload
|504 gateway_timeout timeout upstream|pounds lbs lb pound|lbs pounds pound lb|kilo kilogram kg|kilogram kg|gram g|tonne ton|mile miles
|kilometre kilometer km|metre meter|litre liter l|celsius temperature degree|temperature heat degree celsius temp|hot warm heat temperature
|cold cool chill freeze frost|height altitude elevation|distance length km|region area zone|coordinates latitude longitude lat lon|ocean sea water
|pin marker point|street road|road street|town city municipality|city town|country nation|village town|neighbourhood district quarter
|building house property|house home building|flat apartment|room hall|gate door barrier|fence boundary geofence|garden yard plot|film movie
|sound audio|music song track|font typeface|colour color|icon symbol|logo brand|dropdown select menu|menu navigation|popup modal dialog
|dialog modal popup|tick check checkbox|checkbox tick|tooltip hint|hint tip|banner notice|headline title heading|sms text message
|remind reminder notify|newsletter mailing|mobile phone|chat conversation talk|translate translation locale i18n|spelling typo|typo spelling
|overview summary dashboard|dashboard overview grafana panel|chart graph plot diagram|graph chart diagram|summary report overview
|spreadsheet excel csv xlsx|excel csv xlsx spreadsheet|ingest import intake load|intake ingest input|barcode scan ean code qr|qr code barcode
|badge card|sticker label|pagination page limit offset cursor|grading grade inspection quality|rating score stars review|review rating feedback
|inspect check audit inspection|inspection check audit review|sensor probe device gauge|gauge meter sensor|meter gauge counter|device unit sensor
|battery power voltage charge|electricity power energy|forecast prediction predict estimate|predict forecast estimate|prediction forecast estimate
|estimate forecast approximate|guess estimate|weather forecast rain wind|rain precipitation weather|wind gust|restart reboot reload
|deactivate disable off|activate enable|turn_off disable off|turn_on enable on|feature_flag toggle flag|flag toggle|legacy old deprecated
|outdated old deprecated stale|stale outdated old expired|expire expiry ttl timeout|expired expiry stale ttl|deploy release rollout ship
|release deploy version rollout publish|rollout deploy release|publish release|ship release deploy|go_live release deploy launch
|get_to_production deploy release|prod production live|sandbox staging test|vm machine server|hardware machine server|disk volume storage space
|storage disk volume|ram memory heap|memory ram heap mb gb|cpu processor core|cluster kubernetes k8s|kubernetes k8s helm cluster
|k8s kubernetes helm cluster|container docker pod image|docker container image|pod container replica|replica instance copy pod|autoscale hpa replicas
|certificate tls ssl cert|ssl tls certificate|https tls certificate|dns domain nameserver|domain dns host|firewall security_group network
|load_balancer lb alb ingress|cdn cache edge|cache redis memoize|pipeline ci workflow|ci pipeline workflow|build compile pipeline
|lint linter ruff eslint|dependency package library requirement|library dependency package|consumer subscriber worker|broker queue kafka mqtt
|topic channel|webhook callback hook|callback webhook hook|retries attempts retry|backoff retry delay wait|timeout deadline ttl|lock mutex transaction
|race concurrent lock simultaneous|simultaneous concurrent parallel same_time|same_time concurrent simultaneous race|concurrent parallel simultaneous
|parallel concurrent|atomic transaction lock|transaction atomic commit|idempotent duplicate once|once idempotent single
|migration schema alembic flyway|primary key|foreign reference key|regex pattern|rounding round cents decimal|float decimal|mean average
|median average|percent percentage share rate|share percent portion|portion share part|fraction ratio share|ratio rate share
|daylight_saving dst timezone utc|dst daylight_saving timezone summer_time|summer_time dst timezone|timezone zone utc tz|birthday birth age
|age birth years|midnight 00|annual yearly year|fortnight two_weeks 14|anniversary year|decision adr decided agreed|rationale reason why
|alternative option other|comparison benchmark compare|benchmark measure bench|experiment trial spike study|study research survey
|survey questionnaire study poll|trial experiment pilot|pilot trial|idea proposal suggestion|proposal rfc idea|roadmap plan|minutes meeting
|standup meeting|handbook guide manual runbook|manual guide handbook|guide manual handbook tutorial|runbook playbook guide|playbook runbook
|instructions guide manual|convention style rule|glossary terms words|responsible owner owns in_charge|in_charge responsible owner
|owns owner responsible codeowners`;

const OTHERS = new Map<string, string[]>();
const add = (word: string, others: readonly string[]): void => {
  const own = termsIn(word).join(' ');
  OTHERS.set(own, [...(OTHERS.get(own) ?? []), ...others]);
};
const LINES = MEANT.split('|').map((line) => line.trim().split(/\s+/));
for (const [word = '', ...others] of LINES) add(word, others);
for (const [word = '', ...others] of LINES) for (const other of others) add(other, [word]);

/** Words that nobody needs to look up say nothing in place of another. */
function termsIn(words: string): string[] {
  return words.split('_').map((word) => `p:${stem(word)}`);
}

/** What may stand in place of a word, whether or not a project has it. */
export const synonymsFor = (term: string): readonly string[] =>
  (OTHERS.get(term) ?? []).flatMap(termsIn);

/** More of them would speak louder than the words that the project does have. */
const MOST = 4;

/** What a project may call the words of a title that it does not have. */
export function synonymsOf(
  { state, lexical }: StateView,
  { sections: { title } }: Task,
): Abbreviations {
  const isTalk = (file: number): boolean => state.files[file]?.shape.source === 'conversation';
  const isUsed = (term: string): boolean => {
    const { chunks, documents } = lexical.places(term);
    return (
      documents.items.some((file) => !isTalk(file)) ||
      chunks.items.some((chunk) => !isTalk(fileOf(lexical.starts, chunk)))
    );
  };
  const terms: string[] = [];
  eachIdentifier(title, (word) => {
    if (/^(?:[A-Za-z][a-z]+|\d{3})$/.test(word)) terms.push(`p:${stem(word.toLowerCase())}`);
  });
  const forms = new Map<string, readonly string[]>();
  terms.forEach((term, i) => {
    const next = terms[i + 1];
    const both = next === undefined ? undefined : OTHERS.get(`${term} ${next}`);
    const own = isUsed(term) ? [] : (OTHERS.get(term) ?? []);
    const used = [...(both ?? []), ...own]
      .flatMap(termsIn)
      .filter(
        (other) => !STOP_WORDS.has(other.slice(2)) && !terms.includes(other) && isUsed(other),
      );
    if (used.length > 0) forms.set(term, [...new Set(used)].slice(0, MOST));
  });
  return forms;
}
