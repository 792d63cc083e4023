import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../test/support/effort.ts';
import { runs } from '../../test/support/runs.ts';
import type { Shape } from '../model/shape.ts';
import { redact } from './redact.ts';

const CODE: Shape = { source: 'code', kind: 'source', language: 'python', options: '' };
const YAML: Shape = { source: 'deployment', kind: 'kubernetes', language: 'yaml', options: '' };
const COMPOSE: Shape = { source: 'deployment', kind: 'compose', language: 'yaml', options: '' };
const ENV: Shape = { source: 'deployment', kind: 'env', language: 'dotenv', options: '' };
const INI: Shape = { source: 'deployment', kind: 'credentials', language: 'ini', options: '' };
const HCL: Shape = { source: 'deployment', kind: 'terraform', language: 'hcl', options: '' };
const PROSE: Shape = { source: 'documentation', kind: 'prose', language: 'markdown', options: '' };
const SHAPES = [CODE, YAML, COMPOSE, ENV, INI, HCL, PROSE];

const ALNUM = 'q7Zt3KdP9xWb2RfYm5LcVh8NsJg4TeXu6HaBoD1wEiCvMy0QrFkAzSpUjGnIlO';
const HEX = '3f9a0c7e51b2d8644ae6f01793bc5d28e7a4c96b0f1d3852';
/** Tokens are put together here, so that no file of the project holds one. */
const fake = (prefix: string, length: number, set = ALNUM): string =>
  prefix + Array.from({ length }, (_, at) => set.charAt((at * 7 + length) % set.length)).join('');

const TOKENS: readonly (readonly [string, string])[] = [
  ['github-token', fake(`gh${'p_'}`, 36)],
  ['github-token', fake(`github_${'pat_'}`, 82)],
  ['gitlab-token', fake(`gl${'pat-'}`, 20)],
  ['aws-access-key', `AK${'IA'}Q7ZT3KDP5XWB2RFY`],
  ['gcp-api-key', fake(`AI${'za'}`, 35)],
  ['slack-token', `xo${'xb'}-123456789012-123456789012-${fake('', 24)}`],
  ['slack-webhook', `https://hooks.slack.${'com'}/services/T0AB12CD3/B0EF45GH6/${fake('', 24)}`],
  ['stripe-key', fake(`sk_${'live_'}`, 24)],
  ['openai-key', fake(`sk-${'proj-'}`, 60)],
  ['anthropic-key', `${fake(`sk-${'ant-api03-'}`, 93)}AA`],
  ['huggingface-token', fake(`h${'f_'}`, 34)],
  ['npm-token', fake(`n${'pm_'}`, 36)],
  ['pypi-token', fake(`py${'pi-AgEIcHlwaS5vcmc'}`, 80)],
  ['sendgrid-key', `S${'G.'}${fake('', 22)}.${fake('', 43)}`],
  ['digitalocean-token', fake(`do${'p_v1_'}`, 64, HEX)],
  ['shopify-token', fake(`sh${'pat_'}`, 32, HEX)],
  ['telegram-token', `123456789:${fake('AA', 33)}`],
  ['databricks-token', fake(`da${'pi'}`, 32, HEX)],
  ['doppler-token', `d${'p.pt.'}${fake('', 43)}`],
  ['vault-token', fake(`hv${'s.'}`, 95)],
  ['terraform-token', `${fake('', 14)}.atlas${'v1.'}${fake('', 65)}`],
  ['age-key', `AGE-SECRET-${'KEY-1'}${'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'.repeat(2).slice(0, 58)}`],
  ['jwt', `ey${'J'}hbGciOiJIUzI1NiJ9.ey${'J'}zdWIiOiIxMjM0NTY3ODkwIn0.${fake('', 43)}`],
  ['azure-ad-secret', `${fake('', 3)}8${'Q~'}${fake('', 34)}`],
  ['mailgun-key', fake(`k${'ey-'}`, 32, HEX)],
  ['newrelic-key', fake(`NR${'AK-'}`, 27)],
  ['linear-key', fake(`lin_${'api_'}`, 40)],
  ['pulumi-token', fake(`p${'ul-'}`, 40, HEX)],
  ['sentry-token', fake(`sntr${'yu_'}`, 64, HEX)],
  ['postman-key', `PM${'AK-'}${fake('', 24, HEX)}-${fake('', 34, HEX)}`],
];

const lineCount = (text: string): number => text.split('\n').length;

describe('SR-4 secrets are told by the formats of vendors', () => {
  it.each(TOKENS)('a %s is gone whole, in code, prose and configuration', (rule, token) => {
    for (const shape of SHAPES) {
      for (const text of [token, `call("${token}")`, `see ${token}, then`, `a\n  - ${token}\nb`]) {
        const redacted = redact(text, shape);
        expect(redacted.text, shape.kind).not.toContain(token);
        expect(redacted.text).toContain('‹secret:');
      }
    }
    expect(redact(`call("${token}")`, CODE).redactions).toEqual({ [rule]: 1 });
  });

  it('leaves what only begins like a token', () => {
    const text =
      'ghp_short sk-learn AKIAIOSFODNN7EXAMPLE hf_transfer_enabled_by_default npm_config_registry glpat-xxxxxxxxxxxxxxxxxxxx';
    expect(redact(text, CODE)).toEqual({ text, redactions: {} });
  });
});

describe('SR-4 secrets are told by the name they are given', () => {
  const value = fake('', 24);
  it.each([
    `api_key = "${value}"`,
    `apiKey: '${value}'`,
    `{"client_secret": "${value}"}`,
    `{\\"client_secret\\": \\"${value}\\"}`,
    `export ACCESS_TOKEN=${value}`,
    `deploy --token=${value} --dry-run`,
    `deploy --password ${value}`,
    `var authToken string = "${value}"`,
    `const token: string = '${value}';`,
    `$config['secret_key'] => "${value}"`,
    `<add key="ApiKey" value="${value}" />`,
    `<client-secret>${value}</client-secret>`,
    `System.setProperty("DB_PASSWORD", "${value}")`,
    `os.environ.get("API_TOKEN", "${value}")`,
    `if (password == "${value}") {`,
    `if ("${value}" === password) {`,
    `curl -H "Authorization: Bearer ${value}" https://x.example`,
    `curl -u admin:${value} https://x.example`,
    `"Server=db;User Id=sa;Password=${value};"`,
    `jdbc:mysql://db/x?user=a&password=${value}&useSSL=true`,
    `postgres://shop:${value}@db.example:5432/shop`,
    `redis://:${value}@cache:6379/0`,
    `mysql -u root -p${value} shop`,
    `//registry.npmjs.org/:_authToken=${value}`,
    `machine x.example login me password ${value}`,
  ])('%s', (text) => {
    const redacted = redact(text, CODE);
    expect(redacted.text).not.toContain(value);
    expect(redacted.text).toContain('‹secret:');
  });

  it('keeps the name in the marker and everything around it', () => {
    expect(redact(`DB_PASSWORD = "${value}"  # rotate`, CODE).text).toBe(
      'DB_PASSWORD = "‹secret:DB_PASSWORD›"  # rotate',
    );
  });

  it.each([
    'password = get_password()',
    'token: string',
    'self.token = token',
    'password=None',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a shell or a template
    'password = "${DB_PASSWORD}"',
    "password: '{{ vault_password }}'",
    'token = <your-token>',
    'api_key: "your-api-key-here"',
    'const token = process.env.API_TOKEN;',
    'password: "password"',
    'def check(password, token=None): ...',
    'token = "identifier"',
    'if token == "=>":',
    'secret_name = "orders-db"',
    'token_url = "https://login.example/oauth2/token"',
    'password_validators = ["length", "common"]',
    'public_key = "9Cnzj4p4WGeKLs1Pt8QuKUpRKfFLfRYC9AIKjbJTWit"',
    'max_tokens = 4096',
    'return render("password_reset_form.html")',
    'fields = ["old_password", "new_password1", "new_password2"]',
    '<input type="password" name="password1" required>',
    'checksum = "d41d8cd98f00b204e9800998ecf8427e"',
    'git checkout 3f9a0c7e51b2d8644ae6f01793bc5d28e7a4c96b',
    'The password must not be empty; see the token section.',
    'https://example.com:8080/path@2x.png',
  ])('leaves %s alone in code and prose', (text) => {
    expect(redact(text, CODE)).toEqual({ text, redactions: {} });
    expect(redact(text, PROSE)).toEqual({ text, redactions: {} });
  });
});

describe('SR-4 configuration is read strictly', () => {
  it('replaces every value of an environment file but the harmless ones', async () => {
    const text = [
      '# Settings',
      'NODE_ENV=production',
      'PORT=8080',
      'DEBUG=false',
      'LOG_LEVEL=info',
      'BASE_URL=https://shop.example.com/api',
      'DB_HOST=db-1.internal',
      'DB_PASSWORD=12345',
      'ADMIN_PASSWORD=admin',
      'MAIL_FROM="Shop <shop@example.com>" # who writes',
      "QUOTED='single # not a comment'",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a shell or a template
      'COPY=${DB_HOST}',
      'EMPTY=',
      '# OLD_KEY=old-value',
      '# a note about KEYS=values in prose',
      'MULTI="first line',
      'second line"',
      'export LAST=value',
    ].join('\n');
    const redacted = redact(text, ENV);
    expect(lineCount(redacted.text)).toBe(lineCount(text));
    await expect(redacted.text).toMatchFileSnapshot('../../test/golden/redact/env.txt');
  });

  it('replaces all data of a Kubernetes Secret and nothing of its neighbours', async () => {
    const text = [
      'apiVersion: v1',
      'kind: Secret',
      'metadata:',
      '  name: db',
      'type: Opaque',
      'data:',
      '  username: YWRtaW4=',
      '  tls.key: |',
      '    c2Vjb25k',
      '    bGluZQ==',
      '  fromChart: {{ .Values.password | b64enc }}',
      'stringData:',
      "  note: 'short'",
      '---',
      'kind: ConfigMap',
      'data:',
      '  mode: live',
      '---',
      'kind: Deployment',
      'spec:',
      '  env:',
      '    - name: DB_PASSWORD',
      '      value: hunter2',
      '    - name: MODE',
      '      value: live',
      '    - name: TOKEN',
      '      valueFrom: {secretKeyRef: {name: db, key: token}}',
    ].join('\n');
    const redacted = redact(text, YAML);
    expect(lineCount(redacted.text)).toBe(lineCount(text));
    await expect(redacted.text).toMatchFileSnapshot('../../test/golden/redact/kubernetes.txt');
  });

  it.each([
    [COMPOSE, 'POSTGRES_PASSWORD: postgres', 'postgres'],
    [COMPOSE, '      - MYSQL_ROOT_PASSWORD=toor', 'toor'],
    [HCL, 'db_password = "plain words"', 'plain words'],
    [INI, '_auth=dXNlcjpwYXNzd29yZDEyMw==', 'dXNlcjpwYXNzd29yZDEyMw=='],
    [INI, 'db.example:5432:shop:app:opensesame', 'opensesame'],
    [INI, `me:$apr1$${fake('', 8)}$${fake('', 22)}`, fake('', 22)],
    [INI, 'https://me:opensesame@git.example', 'opensesame'],
    [INI, 'machine x\n  login me\n  password opensesame', 'opensesame'],
  ])('%j %s', (shape, text, value) => {
    expect(redact(text, shape).text).not.toContain(value);
  });

  it.each([
    [COMPOSE, 'POSTGRES_PASSWORD_FILE: /run/secrets/db'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a shell or a template
    [COMPOSE, 'password: ${DB_PASSWORD}'],
    [HCL, 'password = var.db_password'],
    [YAML, 'secretName: orders-db'],
    [YAML, 'automountServiceAccountToken: false'],
    [YAML, '  id-token: write'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a shell or a template
    [YAML, 'token: ${{ secrets.GITHUB_TOKEN }}'],
  ])('%j leaves %s alone', (shape, text) => {
    expect(redact(text, shape).text).toBe(text);
  });
});

describe('SR-4 private keys', () => {
  const body = Array.from({ length: 6 }, (_, at) => fake('', 64 - at));
  const key = (label: string): string =>
    [`-----BEGIN ${label}-----`, ...body, `-----END ${label}-----`].join('\n');

  it.each([
    `RSA PRIVATE ${'KEY'}`,
    `PRIVATE ${'KEY'}`,
    `OPENSSH PRIVATE ${'KEY'}`,
    `PGP PRIVATE ${'KEY'} BLOCK`,
  ])('a %s becomes a marker and empty lines', (label) => {
    const text = `before\n${key(label)}\nafter`;
    expect(redact(text, PROSE).text).toBe(`before\n‹secret:private-key›${'\n'.repeat(7)}\nafter`);
  });

  it('goes from one line of JSON, too', () => {
    const text = JSON.stringify({
      type: 'service_account',
      private_key: `${key(`PRIVATE ${'KEY'}`)}\n`,
      client_email: 'a@b.example',
    });
    const redacted = redact(text, CODE).text;
    expect(redacted).toContain('client_email');
    for (const line of body) expect(redacted).not.toContain(line);
  });

  it('goes without its last line, but a placeholder stays', () => {
    const open = [`-----BEGIN RSA PRIVATE ${'KEY'}-----`, ...body].join('\n');
    for (const line of body) expect(redact(open, CODE).text).not.toContain(line);
    const placeholder = `-----BEGIN PRIVATE ${'KEY'}-----\n...\n-----END PRIVATE ${'KEY'}-----`;
    expect(redact(placeholder, CODE).text).toBe(placeholder);
  });
});

describe('SR-4 laws of redaction', () => {
  const piece = fc.oneof(
    fc.constantFrom(...TOKENS.map(([, token]) => token)),
    fc.constantFrom(
      'password',
      'DB_TOKEN',
      'secret_key',
      'Authorization',
      'kind: Secret\ndata:\n',
      'A',
      'name',
      'value',
      'curl -u ',
      'machine a login b password ',
    ),
    fc.constantFrom(
      '=',
      ': ',
      ' = "',
      '"',
      "'",
      '\\"',
      '\n',
      '\r\n',
      '  ',
      '://',
      '@',
      ':',
      ',',
      '(',
      '>',
      '<',
      '{{',
      '${',
      '|\n',
      '#',
      '\t',
      '‹secret:X›',
      '›',
      '-----BEGIN PRIVATE KEY-----\n',
      '-----END PRIVATE KEY-----',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.base64String({ minLength: 16, maxLength: 80 }),
  );
  const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

  it('keeps the number of lines, is idempotent and gives the same result twice', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...SHAPES), (raw, shape) => {
        const once = redact(raw, shape);
        expect(lineCount(once.text)).toBe(lineCount(raw));
        expect(redact(once.text, shape)).toEqual({ text: once.text, redactions: {} });
        expect(redact(raw, shape)).toEqual(once);
      }),
      { numRuns: runs(400) },
    );
  });

  it('leaves no vendor token whole, whatever stands around it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TOKENS),
        fc.constantFrom(' ', '"', "'", '\n', '=', '(', '`', '\t', ','),
        fc.constantFrom(...SHAPES),
        text,
        text,
        ([, token], edge, shape, before, after) => {
          // Glued to another token it is no longer that token.
          fc.pre(!before.includes(token) && !after.includes(token));
          expect(redact(`${before}${edge}${token}${edge}${after}`, shape).text).not.toContain(
            token,
          );
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('gives the same value the same marker inside a document', () => {
    const value = fake('', 30);
    const { text: redacted } = redact(
      `DB_PASSWORD=${value}\nurl = "postgres://a:${value}@h/x"\nOTHER_TOKEN=${value}\n`,
      CODE,
    );
    expect(redacted.match(/‹secret:[^›]*›/g)).toEqual(Array(3).fill('‹secret:DB_PASSWORD›'));
  });

  it('takes time that grows with the length, also on one line of a megabyte', () => {
    const hostile = [
      'password=',
      '-ey',
      'ghp_',
      '"token": "',
      '://a:b@',
      'kind: Secret\n',
      'curl -u a:b ',
      'A="\n',
      'eyJ0.ey1.',
      '==',
    ];
    const started = processorMs();
    for (const unit of hostile) {
      for (const shape of [CODE, ENV]) redact(unit.repeat(Math.ceil(200_000 / unit.length)), shape);
    }
    redact(`password=${' '.repeat(1_000_000)}`, ENV);
    redact('\t'.repeat(1_000_000), ENV);
    expect(processorMs() - started).toBeLessThan(15_000);
  }, 60_000);
});

describe('SR-4 values in logs', () => {
  it('go where their name sounds secret, and take nothing of the rest of the line with them', () => {
    const shape = { source: 'logs', kind: 'plain', language: 'log', options: '' } as const;
    const line = 'ERROR login user=bob password=hunter2secret3 from 10.0.0.1 max_tokens=4096';
    const { text } = redact(`${line}\nFailed password for invalid user admin\n`, shape);
    expect(text).not.toContain('hunter2');
    expect(text).toContain('from 10.0.0.1 max_tokens=4096');
    expect(text).toContain('Failed password for invalid user admin');
  });
});

describe('SR-4 keys of every make', () => {
  const line = (at: number): string => fake('', 64 - at);
  it.each([
    [
      'a PuTTY key',
      `PuTTY-User-Key-File-3: ssh-ed25519\nPublic-Lines: 1\nAAAAC3Nz\nPrivate-Lines: 1\n${line(0)}\n`,
      line(0),
    ],
    ['a JSON Web Key', `{"kty": "EC", "x": "${line(1)}", "d": "${line(2)}"}`, line(2)],
    [
      'a PEM file in base64',
      `cert: ${btoa(`-----BEGIN PRIVATE ${'KEY'}-----\n${line(3)}\n`)}`,
      btoa(line(3)).slice(0, 20),
    ],
    ['a key without its first line', `x\n${line(4)}\n-----END RSA PRIVATE ${'KEY'}-----`, line(4)],
    ['a key without both', `MIIEpAIBAAK${'CAQEA'}${line(5)}`, line(5)],
    ["a Rails application's", `${fake('', 32, HEX)}\n`, fake('', 32, HEX)],
    ['a cookie', `Cookie: a=b; sessionid=${line(6)}`, line(6)],
    ['basic authentication', `t.equal(x, 'Basic ${btoa('me:hunter2')}')`, btoa('me:hunter2')],
    ['a string without a name', `run("${line(40)}")`, line(40)],
  ])('%s goes', (_, text, secret) => {
    const { text: redacted } = redact(text, CODE);
    expect(redacted).not.toContain(secret);
    expect(redacted).toContain('‹secret:');
  });

  it('tells a seed of NATS by its checksum', () => {
    const bytes = [0x95, 0x00, ...Array.from({ length: 32 }, (_, at) => (at * 73 + 5) % 256)];
    let crc = 0;
    for (const byte of bytes)
      for (let bit = 7; bit >= 0; bit--)
        crc = ((crc << 1) ^ (((crc >> 15) ^ (byte >> bit)) & 1 ? 0x1021 : 0)) & 0xffff;
    const bits = [...bytes, crc & 0xff, crc >> 8].map((byte) => byte.toString(2).padStart(8, '0'));
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
    const seed = (bits.join('').padEnd(290, '0').match(/.{5}/g) ?? [])
      .map((five) => letters.charAt(Number.parseInt(five, 2)))
      .join('');
    expect(redact(`x ${seed} y`, PROSE).redactions).toEqual({ 'nkey-seed': 1 });
    const damaged = seed.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
    expect(redact(`x ${damaged} y`, PROSE).redactions).toEqual({});
  });
});

describe('a marker never tells what it hides', () => {
  const jsx: Shape = { source: 'code', kind: 'source', language: 'javascript', options: '' };
  it('where a made string has a part that sounds like a name', () => {
    const made = 'o8JRZY3YtEUi' + 'pwBhkb8eLhhX5qX29HFU';
    const { text } = redact(
      `<input type="password" name="password" defaultValue="${made}" />`,
      jsx,
    );
    expect(text).not.toContain(made);
    expect(text).toContain('‹secret:');
  });
});

describe('a Secret of Kubernetes below an empty line', () => {
  it.each(['\n', '\r\n', '\n\n', ''])('is read to its end after %j', (lead) => {
    const { text } = redact(`${lead}kind: Secret\ndata:\n  password: aHVudGVyMg==`, YAML);
    expect(text).toBe(`${lead}kind: Secret\ndata:\n  password: ‹secret:password›`);
  });
});
