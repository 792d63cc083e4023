/** Values that mean the same as saying nothing, by kind of manifest. Several values of a key stand between bars. */
const KUBERNETES = `
replicas=1 restartPolicy=Always dnsPolicy=ClusterFirst schedulerName=default-scheduler
terminationGracePeriodSeconds=30 terminationMessagePath=/dev/termination-log terminationMessagePolicy=File
imagePullPolicy=IfNotPresent protocol=TCP type=ClusterIP|RollingUpdate|Opaque sessionAffinity=None
revisionHistoryLimit=10 progressDeadlineSeconds=600 minReadySeconds=0 paused=false securityContext={} resources={}
annotations={} labels={} maxSurge=25% maxUnavailable=25% timeoutSeconds=1 periodSeconds=10 successThreshold=1
failureThreshold=3 initialDelaySeconds=0 scheme=HTTP defaultMode=420 hostNetwork=false hostPID=false hostIPC=false
automountServiceAccountToken=true serviceAccountName=default serviceAccount=default enableServiceLinks=true
preemptionPolicy=PreemptLowerPriority priority=0 internalTrafficPolicy=Cluster externalTrafficPolicy=Cluster
ipFamilyPolicy=SingleStack publishNotReadyAddresses=false concurrencyPolicy=Allow suspend=false
successfulJobsHistoryLimit=3 failedJobsHistoryLimit=1 backoffLimit=6 completions=1 parallelism=1
completionMode=NonIndexed podManagementPolicy=OrderedReady volumeMode=Filesystem
persistentVolumeReclaimPolicy=Delete optional=false readOnly=false privileged=false stdin=false stdinOnce=false
tty=false namespace=default creationTimestamp=null immutable=false allowPrivilegeEscalation=true`;
const COMPOSE = `
restart=no privileged=false network_mode=bridge driver=bridge|local|json-file read_only=false stdin_open=false
tty=false init=false external=false internal=false attachable=false scale=1 replicas=1 mode=replicated|ingress
pull_policy=missing condition=service_started interval=30s timeout=30s retries=3 start_period=0s protocol=tcp
oom_kill_disable=false`;
const PIPELINE = `
fail-fast=true continue-on-error=false cancel-in-progress=false timeout-minutes=360 allow_failure=false
interruptible=false when=on_success fetch-depth=1 persist-credentials=true submodules=false lfs=false clean=true`;
const SYSTEMD = `
Type=simple Restart=no KillMode=control-group KillSignal=SIGTERM RemainAfterExit=no StandardOutput=journal
StandardError=inherit TimeoutStartSec=90|90s TimeoutStopSec=90|90s RestartSec=100ms DefaultDependencies=yes
User=root PrivateTmp=no NoNewPrivileges=no`;
const NGINX = `
worker_connections=512 keepalive_timeout=75|75s sendfile=off gzip=off server_tokens=on client_max_body_size=1m
proxy_http_version=1.0 tcp_nopush=off tcp_nodelay=on autoindex=off proxy_buffering=on`;
const TERRAFORM = `
enable_dns_support=true monitoring=false associate_public_ip_address=false force_destroy=false
skip_final_snapshot=false publicly_accessible=false multi_az=false sensitive=false nullable=true
instance_tenancy=default ebs_optimized=false`;

const tableOf = (text: string): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    Array.from(text.matchAll(/(\S+?)=(\S+)/g), ([, key = '', values = '']) => [
      key,
      new Set(values.split('|')),
    ]),
  );

const TABLES: Readonly<Record<string, ReadonlyMap<string, ReadonlySet<string>>>> = {
  kubernetes: tableOf(KUBERNETES),
  helm: tableOf(KUBERNETES),
  compose: tableOf(COMPOSE),
  ci: tableOf(PIPELINE),
  systemd: tableOf(SYSTEMD),
  nginx: tableOf(NGINX),
  terraform: tableOf(TERRAFORM),
};

/** Whether a setting says what would hold without it. */
export function isDefault(kind: string, key: string, value: string): boolean {
  const bare = value.replace(/^(["'])(.*)\1$/, '$2');
  return Object.hasOwn(TABLES, kind) && TABLES[kind]?.get(key)?.has(bare) === true;
}

/** Blocks that a cluster writes into a manifest and nobody asked for. */
const WRITTEN =
  /^(?:status|managedFields|resourceVersion|uid|generation|selfLink|creationTimestamp|kubectl\.kubernetes\.io\/last-applied-configuration|deployment\.kubernetes\.io\/revision|pv\.kubernetes\.io\/.{1,60})$/;

export const isWritten = (kind: string, key: string, depth: number): boolean =>
  kind === 'kubernetes' && WRITTEN.test(key) && (key !== 'status' || depth === 0);
