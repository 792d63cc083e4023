import { stem } from '../math/terms.ts';

const TECHNICAL = new Set(
  `account action admin agent alarm analytics animation array async atomic audit authenticate author avatar backend backup badge balance banner
basket batch binary binding boolean branch broker browser bucket buffer builder bundle button bytes cache calendar callback canvas carousel charset
chart checkout checksum chunk cipher class client clipboard cloud cluster codec column command comment commit compile compiler component compress
compression concurrency config configuration connection console constant container content context cookie counter coupon crypto currency cursor
daemon dashboard database dataset daylight deadlock decoder default delimiter dependency deploy deployment deprecate desktop device diagram dialog
digest directory docker document domain download driver dropdown editor email embed emoji encode encoder encoding encrypt encryption endpoint engine
entity environment error export exporter expression extension favicon feature feedback filter firewall fixture folder format formatter frame
framework frontend gallery gateway gradle graph graphql handler header heading health history hostname hotkey image import index infinite ingress
inject injection inline input insert installer instance integer integration interface interval invoice iterator kernel keyboard keyword lambda
latency layout library license linter linux locale locking logger logging login logout lookup macro mailer manifest margin markdown markup matrix
media memory message metadata method metric metrics middleware migration mobile mocking modal model module monitor mouse multipart mutex native
navbar network nginx nullable oauth object offline offset operator optional orphan package packet padding pagination palette panel parameter parser
partial password patch payload payment permission picker pipeline pixel placeholder plugin pointer policy polling popup portal postgres prefix
preview primary printer privacy private processor profile profiler progress project promise prompt property protocol provider proxy query queue
radius reader rebase receipt redirect redis reducer refresh regex register registry regression renderer repository resize resource response robot
router routing runtime sandbox scanner schedule scheduler schema scope scraper script scroll scrollbar secret section security sensor serial
serializer server service session setting settings shader shard sidebar signal signature signup singleton slider snapshot socket sorting source
spinner sprite stack staging startup static stdin stdout storage string subscribe subscription suffix suite symbol syntax system table tablet
template tenant terminal testing theme throttle thumbnail timeout timer timestamp timezone toast toggle tokenizer toolbar tooltip trailing
transaction transform translate translation tuple tutorial typing unicode union unique upload uploader username validation validator variable vector
vendor video viewer viewport virtual volume warning watcher webhook website websocket widget wildcard window windows wizard worker workflow workspace
wrapper writer`
    .split(/\s+/)
    .flatMap((word) => [word, stem(word)]),
);

/** True for what programs are made of anywhere: whoever writes such a word spelt it right, whether this project has it or not. */
export const isTechnical = (word: string): boolean =>
  TECHNICAL.has(word) || TECHNICAL.has(stem(word));
