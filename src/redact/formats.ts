const UUID = '[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}';

/**
 * Formats as the vendors document them or issue them; lengths are minimums, so that longer successors are caught. A line holds the rule,
 * the bits per character below which it is a placeholder, the pattern and its anchors: literals of which one is inside every such token.
 * Before the bits, `loose:` allows letters right before the token and `checked:` demands that its checksum is right.
 */
export const TOKEN_FORMATS: readonly (readonly string[])[] = String.raw`
# Code hosts and package registries
github-token loose:2.5 gh[pousr]_[0-9A-Za-z]{36,}|github_pat_\w{50,} ghp_ gho_ ghu_ ghs_ ghr_ github_pat_
github-token usual v1\.[0-9a-f]{40}(?![0-9a-f]) v1.
gitlab-token loose:2.5 gl(?:pat|dt|ft|soat|ffct|rt|rtr|wt|cbt)-[\w-]{20,}(?:\.[0-9a-z]{2,}){0,3} glpat- gldt- glft- glsoat- glffct- glrt- glrtr- glwt- glcbt-
gitlab-token usual glptt-[0-9a-f]{40}|glagent-[\w-]{50,}|gloas-[\w-]{64,}|GR1348941[\w-]{20,} glptt- glagent- gloas- GR1348941
gitlab-token 3 glimt-[\w-]{25,} glimt-
gitlab-session usual (?<=_gitlab_session=)[0-9a-z]{32,} _gitlab_session=
bitbucket-token usual (?:ATBB[A-Za-z0-9]{32}|ATCTT3[A-Za-z0-9_=-]{60,}) ATBB ATCTT3
npm-token 2 npm_[A-Za-z0-9]{36,} npm_
pypi-token usual pypi-AgE[\w-]{50,} pypi-AgE pypi-AgEN
rubygems-token 2 rubygems_[a-f0-9]{48} rubygems_
nuget-key usual oy2[a-z0-9]{43} oy2
clojars-token 2 (?:CLOJARS|clojars)_[A-Za-z0-9]{60} CLOJARS_ clojars_
crates-token 3 cio[A-Za-z0-9]{32} cio
docker-token usual dckr_[po]at_[\w-]{20,} dckr_pat_ dckr_oat_
artifactory-token 3 AKC[a-z][A-Za-z0-9]{10,}|cmVmd[A-Za-z0-9]{59,} AKC cmVmd
sonar-token usual sq[upa]_[A-Za-z0-9=_-]{40} squ_ sqp_ sqa_
sourcegraph-token 3 sgp_(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40} sgp_
sourcegraph-token usual slk_[a-f0-9]{64} slk_
codecov-token usual (?<=CODECOV_TOKEN["']?\s*[=:]\s*["']?)${UUID} CODECOV_TOKEN
readme-token 2 rdme_[a-z0-9]{70} rdme_
travis-secure usual (?<=secure:\s*["']?)[A-Za-z0-9+/]{60,}={0,2} secure:
# Clouds and hosting
aws-access-key 0 (?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA|AIDA|AROA|AGPA|AIPA)[A-Z0-9]{16,17}(?![A-Za-z0-9_/+]) AKIA ASIA ABIA ACCA A3T AIDA AROA AGPA AIPA
aws-bedrock-key usual ABSK[A-Za-z0-9+/]{100,}={0,2}|bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t[A-Za-z0-9+/]*={0,2} ABSK bedrock-api-key-
aws-mws-key usual amzn\.mws\.${UUID} amzn.mws.
gcp-api-key 3 AIza[\w-]{35}(?![\w-]) AIza
google-oauth usual (?:ya29\.[\w-]{20,}|1//0[\w-]{30,}) ya29. 1//0
google-oauth-secret usual GOCSPX-[\w-]{24,} GOCSPX-
azure-ad-secret 3 [A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-]) Q~
azure-storage-key usual (?<=(?:AccountKey|SharedAccessKey|AccessKey|SharedAccessSignature)=)[A-Za-z0-9+/%&=._-]{30,} AccountKey= SharedAccessKey= AccessKey= SharedAccessSignature=
azure-storage-key 4.5 (?<![A-Za-z0-9+/=-]|[hH]ash["']?[:=]\s?["'])[A-Za-z0-9+/]{86}==(?![A-Za-z0-9+/=]) ==
azure-sas-signature usual (?<=[?&]sig=)[A-Za-z0-9%+/=-]{40,} sig=
azure-devops-token usual [A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{16,}|[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4} JQQJ99 AZDO
digitalocean-token usual do[por]_v1_[a-f0-9]{64} dop_v1_ doo_v1_ dor_v1_
heroku-key usual HRKU-[\w-]{30,} HRKU-
alibaba-access-key usual LTAI[A-Za-z0-9]{16,26} LTAI
tencent-key usual AKID[A-Za-z0-9]{32} AKID
yandex-token 3.5 (?:t1\.[A-Za-z0-9_-]+={0,2}\.[A-Za-z0-9_-]{86}={0,2}|AQVN[\w-]{35,38}|YC[A-Za-z0-9_-]{38}(?![\w-])) t1. AQVN YC
scaleway-key 3 SCW[A-Z0-9]{17}(?![A-Za-z0-9]) SCW
scalingo-token 2 tk-us-[\w-]{48} tk-us-
fly-token 3.5 (?:fo1_[\w-]{43}|fm1[ar]_[A-Za-z0-9+/]{100,}={0,3}|fm2_[A-Za-z0-9+/]{100,}={0,3}) fo1_ fm1a_ fm1r_ fm2_
vercel-token usual vc[pciark]_[A-Za-z0-9]{24,} vcp_ vci_ vca_ vcr_ vck_
netlify-token usual nf[pcou]_[A-Za-z0-9]{36,} nfp_ nfc_ nfo_ nfu_
render-token 3.2 rnd_[A-Za-z0-9]{28,} rnd_
railway-token 3.5 railway_[A-Za-z0-9_-]{24,} railway_
cloudflare-key 2 v1\.0-[a-f0-9]{24}-[a-f0-9]{100,} v1.0-
cloudflare-key usual cf(?:at|ut|k|oat)_[\w-]{30,} cfat_ cfut_ cfk_ cfoat_
fastly-token 3.5 fastly_[\w-]{32} fastly_
tailscale-key loose:0 (?<![A-Za-z])tskey-[a-z]+-[A-Za-z0-9]{8,}(?:-[A-Za-z0-9]+)* tskey-
openshift-token 3.5 sha256~[\w-]{43,} sha256~
ibm-key usual ApiKey-${UUID} ApiKey-
oracle-token usual ocid1\.credential\.[\w.-]{20,} ocid1.credential
# Infrastructure
terraform-token 3 [A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,} .atlasv1.
vault-token 3 hv[sbr]\.[\w-]{20,} hvs. hvb. hvr.
vault-token 3.5 (?<![\w.)\]-])s\.[A-Za-z0-9]{24}(?![\w.(]) s.
doppler-token 2 dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,} dp.
pulumi-token 2 pul-[a-f0-9]{40} pul-
infracost-token 3 (?<![.\w])ico-[A-Za-z0-9]{32} ico-
databricks-token 3 (?:dapi|dkea|dose)[a-fA-F0-9]{32}(?:-\d)? dapi dkea dose
planetscale-token usual pscale_(?:tkn|oauth|pw|app_secret)_[\w=.-]{32,} pscale_
supabase-token usual (?:sbp_(?:oauth_|v0_)?[a-f0-9]{40}|sb_secret_[\w-]{20,}) sbp_ sb_secret_
neon-token 3 (?:napi_[a-z0-9]{60,}|npg_[A-Za-z0-9]{12,}) napi_ npg_
clickhouse-key 3 4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9]) 4b1d
age-key 0 AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{50,} AGE-SECRET-KEY-
1password-token 3.5 ops_eyJ[A-Za-z0-9+/_-]{100,}={0,3} ops_eyJ
1password-key 3 A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3} A3-
octopus-key 3 (?<!/)API-[A-Z0-9]{26,}(?![A-Za-z0-9]) API-
harness-key usual [ps]at\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20} pat. sat.
authress-key usual (?:sc|ext|scauth|authress)_[A-Za-z0-9]{5,30}\.[A-Za-z0-9]{4,6}\.acc[_-][A-Za-z0-9-]{10,32}\.[A-Za-z0-9+/_=-]{30,120} .acc_ .acc-
jenkins-token 3.2 (?<![A-Za-z0-9_-])11[0-9a-f]{32}(?![A-Za-z0-9_-]) 11
buildkite-token usual bk(?:ua|aat)_[a-z0-9]{40} bkua_ bkaat_
circleci-token usual CCI(?:PAT|PRJ)_[A-Za-z0-9_]{20,} CCIPAT_ CCIPRJ_
prefect-token 2 pnu_[A-Za-z0-9]{36} pnu_
settlemint-token 3 sm_[aps]at_[A-Za-z0-9]{16,} sm_aat_ sm_pat_ sm_sat_
defined-networking-token usual dnkey-[\w=-]{26}-[\w=-]{52} dnkey-
wireguard-key usual (?<=(?:PrivateKey|PresharedKey)\s*=\s*)[A-Za-z0-9+/]{43}= PrivateKey PresharedKey
nkey-seed checked:3 S[ACNOUX][A-Z2-7]{56}(?![A-Z0-9]) SU SA SO SN SC SX
ngrok-token 3.5 (?<![\w-])[12][A-Za-z0-9]{26}_[A-Za-z0-9]{21}(?![\w-]) .
jfrog-token usual (?<![\w])AKCp[A-Za-z0-9]{60,} AKCp
cockroach-key usual CCDB1_[A-Za-z0-9]{22}_[A-Za-z0-9]{40} CCDB1_
aiven-password usual AVNS_[A-Za-z0-9+/=_-]{12,} AVNS_
atlas-secret usual mdb_sa_sk_[A-Za-z0-9_-]{40} mdb_sa_sk_
deno-token usual dd[pwo]_[A-Za-z0-9]{36} ddp_ ddw_ ddo_
swarm-token usual SWMTKN-1-[a-z0-9]{40,}-[a-z0-9]{20,} SWMTKN-
exoscale-key usual EXO[a-f0-9]{24}(?![a-f0-9]) EXO
gitbook-token usual gb_api_[A-Za-z0-9]{40} gb_api_
ionic-token usual ion_[A-Za-z0-9]{42} ion_
jumpcloud-key usual jca_[A-Za-z0-9]{36} jca_
volcengine-key 3 AKLT[A-Za-z0-9+/_-]{40,} AKLT
tigris-secret usual tsec_[A-Za-z0-9_+-]{40,} tsec_
zuplo-key usual zpka_[a-z0-9]{32}_[a-f0-9]{8} zpka_
snyk-token usual snyk_[us]at\.[a-z0-9]{8}\.[\w.-]{30,} snyk_
rootly-token usual rootly_[a-f0-9]{64} rootly_
secret-uri usual (?<=secret-token:)[A-Za-z0-9_.~%-]{12,} secret-token:
# Models and data
firecrawl-key 3 (?<![\w-])fc-[a-f0-9]{32}(?![\w-]) fc-
helicone-key usual sk-helicone-[\w-]{20,} sk-helicone-
llamacloud-key usual llx-[A-Za-z0-9]{48} llx-
browserbase-key usual bb_live_[\w-]{24,} bb_live_
apify-token usual apify_api_[A-Za-z0-9]{36} apify_api_
valtown-token usual vtwn_[A-Za-z0-9]{28,} vtwn_
together-key usual tgp_v1_[\w-]{40,} tgp_v1_
fireworks-key 3.5 fw_[A-Za-z0-9]{22,}(?![\w-]) fw_
cerebras-key usual csk-[a-z0-9]{40,} csk-
nvidia-key usual nvapi-[\w-]{60,} nvapi-
elevenlabs-key 3 (?<![\w-])sk_[a-f0-9]{48}(?![\w-]) sk_
deepseek-key 3 sk-[a-f0-9]{32}(?![\w-]) sk-
voyage-key 3.5 pa-[A-Za-z0-9_-]{43}(?![\w-]) pa-
langfuse-key usual sk-lf-${UUID} sk-lf-
jina-key usual jina_[a-f0-9]{32}[\w-]{20,} jina_
unkey-token 3 unkey_[A-Za-z0-9]{20,} unkey_
resend-key 3 re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,} re_
workos-key usual sk_(?:test_|live_)?a2V5X[A-Za-z0-9+/=]{40,} a2V5X
convex-key usual (?:prod|dev|preview):[a-z]+-[a-z]+-\d+\|[A-Za-z0-9+/=]{40,} prod: dev: preview:
trigger-key usual tr_(?:dev|prod|stg|preview)_[A-Za-z0-9]{20,} tr_dev_ tr_prod_ tr_stg_ tr_preview_
inngest-key usual signkey-(?:test|prod|branch)-[a-f0-9]{32,} signkey-
statsig-key usual (?<![\w-])(?:secret|console)-[A-Za-z0-9]{40,}(?![\w-]) secret- console-
axiom-token usual xa[ai]t-${UUID} xaat- xait-
segment-key usual sgp_[A-Za-z0-9]{64} sgp_
anthropic-key 3 sk-ant-[a-z]+\d*-[\w-]{70,}AA(?![\w-]) sk-ant-
openai-key 3 sk-[\w-]{16,}T3BlbkFJ[\w-]{16,} T3BlbkFJ
openai-key 3.5 sk-(?:proj|svcacct|admin|None)-[\w-]{32,}|sk-[A-Za-z0-9]{32,}(?![\w-]) sk-proj- sk-svcacct- sk-admin- sk-None- sk-
openrouter-key usual sk-or-v1-[a-f0-9]{64} sk-or-
huggingface-token 3 (?:hf|api_org)_[A-Za-z0-9]{30,} hf_ api_org_
groq-key 3 gsk_[A-Za-z0-9]{40,} gsk_
xai-key 3 xai-[A-Za-z0-9]{60,} xai-
perplexity-key 3 pplx-[A-Za-z0-9]{40,} pplx-
replicate-token 3 r8_[A-Za-z0-9]{37,} r8_
langsmith-key usual lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10} lsv2_
pinecone-key usual pcsk_[A-Za-z0-9]{5,}_[A-Za-z0-9]{50,} pcsk_
wandb-key usual wandb_v1_[\w]{40,} wandb_v1_
tavily-key usual tvly-(?:dev-|prod-)?[A-Za-z0-9]{32,} tvly-
airtable-token usual pat[A-Za-z0-9]{14}\.[a-f0-9]{64} pat
maxmind-key 3 [A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk _mmk
artifactory-reference usual cmVmdGtu[A-Za-z0-9+/=]{50,} cmVmdGtu
# Messaging and work
slack-token loose:2.2 xox[bp]-\d{6,}-[A-Za-z0-9-]{10,} xoxb- xoxp-
slack-token 2.2 xox[ar]-(?:\d-)?(?=[\w-]*\d)[A-Za-z0-9-]{8,}|xox[osce]-\d{4,}-[\w-]{10,}|[xX][oO][xX][eE](?:\.[xX][oO][xX][bBpP])?-\d-[A-Za-z0-9]{60,} xoxa- xoxr- xoxo- xoxs- xoxc- xoxe- xoxe. XOXE- XOXE.
slack-token 3 xoxd-[A-Za-z0-9%+/-]{20,}={0,2} xoxd-
slack-token 2 (?:xapp|XAPP)-\d-[A-Za-z0-9]+-\d+-[A-Za-z0-9]+ xapp- XAPP-
slack-webhook 0 (?:https?://)?hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/_-]{20,} hooks.slack.com hooks.slack-gov.com
discord-webhook usual https?://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/\d{10,}/[\w-]{20,} /api/webhooks/
discord-token 3.5 (?<![\w.-])[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w.-]) .
teams-webhook 2 https://[a-z0-9]+\.webhook\.office\.com/webhookb2/[\w-]{36}@[\w-]{36}/IncomingWebhook/[a-z0-9]{32}/[\w-]{36}(?:/[\w-]+)? .webhook.office.com
telegram-token 3 (?<![\w.-])[0-9]{8,10}:A[A-Za-z0-9_-]{34}(?![A-Za-z0-9_-]) :A
twilio-key 3 (?:SK|AC)[0-9a-f]{32}(?![0-9A-Za-z_])|SK[0-9A-F]{32}(?![0-9A-Za-z_]) SK AC
sendgrid-key 2 SG\.[A-Za-z0-9=_\-.]{60,} SG.
sendgrid-key loose:3 SG\.[\w-]{20,24}\.[\w-]{39,50} SG.
sendinblue-key 2 x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16} xkeysib- xsmtpsib-
mailchimp-key 3 (?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?!\d) -us
mailgun-key 3 (?:pub)?key-[a-f0-9]{32} key- pubkey-
mailgun-key 3 (?<![\w-])[a-h0-9]{32}-[a-h0-9]{8}-[a-h0-9]{8}(?![\w-]) -
postmark-key usual (?<=X-Postmark-Server-Token["':\s]{1,6})${UUID} X-Postmark-Server-Token
linear-key 2 lin_(?:api|oauth)_[A-Za-z0-9]{32,} lin_api_ lin_oauth_
notion-token 3.5 (?:ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}(?![\w-])) ntn_ secret_
atlassian-token 3 AT[ACS]TT3[A-Za-z0-9_\-=]{60,} ATATT3 ATCTT3 ATSTT3
asana-token 2.5 (?<![\w/.-])[012]/\d{15,20}(?:/\d{15,20})?:[a-f0-9]{32}(?![\w-]) 0/ 1/ 2/
figma-token 3 fig(?:d|o|u|ur|h|dh|oh|uh|orh)_[\w-]{30,} figd_ figo_ figu_ figur_ figh_
postman-key 3 PMAK-[a-fA-F0-9]{24}-[a-fA-F0-9]{34} PMAK-
typeform-token 3 tfp_[A-Za-z0-9_.=-]{44,} tfp_
frameio-token 2 fio-u-[A-Za-z0-9\-_=]{64} fio-u-
beamer-token 4 (?<![\w-])b_[A-Za-z0-9=_-]{44}(?![\w-]) b_
zapier-webhook 2 https://hooks\.zapier\.com/hooks/catch/\d+/\w+ hooks.zapier.com
intra42-secret usual s-s4t2(?:ud|af)-[a-fA-F0-9]{64} s-s4t2
contentful-token 3 CFPAT-[\w-]{43} CFPAT-
hubspot-token usual pat-(?:na|eu)\d-${UUID} pat-na pat-eu
# Observation
sentry-token 3 sntry[sai]_[A-Za-z0-9+/=_-]{40,}|sntryu_[a-f0-9]{64}(?![a-f0-9]) sntrys_ sntrya_ sntryi_ sntryu_
sentry-dsn 2.5 (?<=https://)[0-9a-f]{32}(?::[0-9a-f]{32})?(?=@[\w.-]*(?:sentry|ingest)) .ingest. sentry.io
grafana-token 3 (?:glc_[A-Za-z0-9+/]{24,}={0,3}|glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|eyJrIjoi[A-Za-z0-9+/]{60,}={0,3}) glc_ glsa_ eyJrIjoi
newrelic-key 2.5 (?:NR(?:AK|II|JS|RA|IQ|AA)-[A-Za-z0-9_-]{18,}|[a-f0-9]{36}NRAL|[a-f0-9]{36}NRAL) NRAK- NRII- NRJS- NRRA- NRIQ- NRAA- NRAL
dynatrace-token 3 dt0[a-zA-Z]\d{2}\.[A-Z0-9a-z]{24}\.[A-Z0-9a-z]{64} dt0
honeycomb-key 3 hc[a-z][im]k_[a-z0-9]{40,} hcaik_ hcamk_ hcbik_ hcxik_
posthog-key 3 ph[xs]_[A-Za-z0-9]{40,} phx_ phs_
logfire-token 3 pylf_v\d_[a-z]{2}_[A-Za-z0-9]{40,} pylf_v
launchdarkly-key 3 (?:sdk|api|mob)-${UUID} sdk- api- mob-
# Money and commerce
paddle-key usual pdl_(?:live|sdbx)_apikey_\w{40,} pdl_live_ pdl_sdbx_
persona-key usual persona_(?:production|sandbox)_${UUID} persona_
onfido-token usual api_(?:live|sandbox)(?:_[a-z]{2})?\.[\w-]{11}\.[\w-]{32} api_live api_sandbox
samsara-token usual samsara_api_[A-Za-z0-9]{30} samsara_api_
cal-key usual cal_live_[a-f0-9]{32} cal_live_
lichess-token usual lip_[A-Za-z0-9]{20}(?!\w) lip_
thunderstore-token usual tss_[A-Za-z0-9]{36} tss_
ubidots-token usual BBFF-[A-Za-z0-9]{30} BBFF-
stripe-key 0 (?:[sr]k_(?:test|live|prod)|pk_live)_[A-Za-z0-9]{10,} sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ pk_live_
stripe-webhook-secret 3 whsec_[A-Za-z0-9+/=]{24,} whsec_
square-token 3 (?:EAAA[\w-]{22,60}(?![\w-])|sq0(?:atp|csp|idp)-[\w-]{22,}) EAAA sq0atp- sq0csp- sq0idp-
shopify-token 2 shp(?:at|ca|pa|ss|ua|tka)_[A-Za-z0-9]{32,} shpat_ shpca_ shppa_ shpss_ shpua_ shptka_
paypal-braintree-token 2 access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32} access_token$
plaid-token usual access-(?:sandbox|development|production)-${UUID} access-sandbox- access-development- access-production-
flutterwave-key 2 FLW(?:SECK|PUBK)(?:_TEST|_LIVE)?-[A-Za-z0-9]{12,}(?:-X)? FLWSECK FLWPUBK
duffel-token 2 duffel_(?:test|live)_[A-Za-z0-9_\-=]{43} duffel_
easypost-token 2 (?<![+/])EZ[AT]K[A-Za-z0-9]{54} EZAK EZTK
shippo-token 2 shippo_(?:live|test)_[a-fA-F0-9]{40} shippo_
lob-key 3 (?<![A-Za-z0-9_])(?:live|test)_(?:pub_)?[a-f0-9]{31,35}(?![\w-]) live_ test_pub_
gocardless-token 3.8 (?<![A-Za-z0-9_])live_[A-Za-z0-9\-_=]{40}(?![\w-]) live_
razorpay-key 3 rzp_(?:live|test)_[A-Za-z0-9]{14,} rzp_live_ rzp_test_
paystack-key usual sk_(?:live|test)_[a-f0-9]{40} sk_live_ sk_test_
coinbase-key usual organizations/[0-9a-f-]{36}/apiKeys/[0-9a-f-]{36} organizations/
adobe-secret 2 p8e-[A-Za-z0-9]{32} p8e-
mapbox-token 3 (?:[pst]k\.eyJ[\w-]{20,}\.[\w-]{20,}|pk\.[A-Za-z0-9]{60}\.[A-Za-z0-9]{22}) pk.eyJ sk.eyJ tk.eyJ pk.
freemius-key 2 (?<=secret_key['"]\s*=>\s*['"])sk_[^\s'"]{29} sk_
# People
facebook-token 3.5 EAA[A-Z][A-Za-z0-9]{80,} EAAM EAAC EAAB EAAG EAAE
facebook-token 3 (?<![\w.])\d{15,16}\|[0-9A-Za-z_-]{27,40} 0| 1| 2| 3| 4| 5| 6| 7| 8| 9|
twitter-bearer 2.5 A{22}[A-Za-z0-9%]{60,} AAAAAAAAAAAAAAAAAAAAAA
instagram-token 3.5 IG(?:QV|AA)[\w-]{60,} IGQV IGAA
dropbox-token 3 sl\.[A-Za-z0-9\-=_]{120,} sl.
linkedin-token usual WPL_AP1\.[A-Za-z0-9.=]{16,} WPL_AP1.
jwt 3 ey[A-Za-z0-9_-]{10,}\.ey[A-Za-z0-9/\\_-]{10,}(?:\.[A-Za-z0-9/\\_-]*={0,2}){0,3} ey
jwt-base64 3 ZXlK[A-Za-z0-9+/_-]{40,}={0,2} ZXlK
password-hash 3 (?:\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}|\$(?:apr1|1|5|6|y)\$(?:rounds=\d+\$)?[./A-Za-z0-9$]{20,}|\$argon2(?:id|i|d)\$[\w=,$+/]{30,}|\{SHA\}[A-Za-z0-9+/]{27}=) $2a$ $2b$ $2y$ $apr1$ $5$ $6$ $1$ $argon2 $y$ {SHA}
`
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' '));
