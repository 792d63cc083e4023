import { describe, expect, it } from 'vitest';
import type { TaskType } from '../model/task.ts';
import { readTask } from './read-task.ts';

/** Everyday tasks by their type: what the rules were made with. */
const KNOWN: Readonly<Record<TaskType, readonly string[]>> = {
  bug: [
    'fix the race in the session store',
    'login fails when the password has a colon',
    'reverse proxy drops the X-Forwarded-For header',
    'the date picker shows the wrong month in December',
    'memory leak in the websocket handler',
    'users cannot reset their password',
    'upload hangs on files above 2 GB',
    'TypeError: cannot read properties of undefined in cart.ts',
    'search returns duplicated results on the second page',
    'dark mode setting is not saved',
    'fix cors',
    'why does checkout crash with an empty cart',
    'emails are sent twice after a retry',
    'export to CSV loses the header row',
    'the parser ignores trailing commas',
    'prevent a crash when the config file is empty',
  ],
  feature: [
    'add rate limiting to the public API',
    'refactor the payment module into smaller classes',
    'rename getUser to findUser everywhere',
    'write tests for the invoice calculator',
    'speed up the dashboard query',
    'remove the deprecated v1 endpoints',
    'support OAuth login with GitHub',
    'let users choose their time zone',
    'show an error message when the form is incomplete',
    'cache the results of the currency service',
    'clean up unused imports in the frontend',
    'make the sidebar collapsible',
    'split the settings page into tabs',
    'improve error messages of the importer',
    'convert the date helpers to TypeScript',
    'retry failed webhooks with a backoff',
  ],
  infra: [
    'upgrade to Node 22',
    'the CI pipeline fails on Windows',
    'add a Dockerfile for the worker',
    'bump eslint to version 9',
    'deploy the docs site to GitHub Pages',
    'cache npm packages in GitHub Actions',
    'publish the package to npm on every tag',
    'the docker image does not start after the last merge',
    'configure autoscaling for the api pods',
    'prepare release 2.4',
    'update dependencies',
    'rotate the TLS certificates of the load balancer',
    'roll back the last deployment',
    'set up a nightly build',
    'terraform plan fails with a provider error',
    'run the integration tests in docker compose',
  ],
  research: [
    'how does the scheduler decide which job runs next',
    'explain the life cycle of a request',
    'what is the difference between a view and a serializer',
    'compare redis and memcached for our session store',
    'give me an overview of the billing code',
    'where is the user role checked',
    'document how plugins are loaded',
    'which modules depend on the legacy client',
    'investigate options for full text search',
    'why do we use two databases',
    'summarize the architecture of the importer',
    'is there a way to disable caching per request',
  ],
};

/** Read after the first version of the rules, which had 76 of them right, and used for the second. */
const MORE: Readonly<Record<TaskType, readonly string[]>> = {
  bug: [
    'tooltip stays open after the mouse leaves',
    'sorting by price puts empty values first instead of last',
    'fix off-by-one in pagination',
    'app freezes when scrolling a long list',
    'the session expires too early',
    'invalid UTF-8 in a header crashes the server',
    'webhook signature check fails for bodies with emoji',
    'totals are rounded incorrectly in the invoice',
    'deleting a folder leaves orphaned rows in the database',
    'KeyError in load_config when the section is missing',
    'autocomplete shows results of the previous query',
    'timeout when exporting more than 10k rows',
    'two requests at the same time create the same order number',
    'scroll position jumps to the top after saving',
    'the back button does not work on the checkout page',
    'images are blurry on high density screens',
    'parser accepts invalid dates such as 31 February',
    'connection pool is exhausted after an hour',
    'notifications arrive out of order',
    'fix flaky test in the scheduler suite',
    'NullPointerException when the profile has no avatar',
    'the cli exits with 0 although the import failed',
    'unsubscribe link leads to a 404',
    'cookies are lost after a redirect',
    'number input rejects negative values',
  ],
  feature: [
    'implement two-factor authentication',
    'allow filtering orders by status',
    'extract the mail code into its own package',
    'add pagination to the comments endpoint',
    'replace moment with date-fns',
    'introduce feature flags',
    'use a connection pool for the reporting database',
    'move validation from the controller to the model',
    'drop support for the old import format',
    'add unit tests for the tax calculator',
    'reduce the bundle size of the admin app',
    'support keyboard navigation in the menu',
    'stream large files instead of reading them into memory',
    'log slow queries',
    'validate email addresses before sending',
    'new command to list all projects',
    'make the timeout configurable',
    'deprecate the sync client',
    'send a reminder two days before the trial ends',
    'refactor duplicate code in the report generators',
    'translate the error pages to German',
    'enable strict mode in the TypeScript sources',
    'sort the file list by date by default',
    'delete unused feature toggles',
    'store uploads under a hash of their content',
  ],
  infra: [
    'add a health check to the docker compose file',
    'GitHub Actions job times out while installing browsers',
    'upgrade postgres from 14 to 16 in the helm chart',
    'the release workflow does not upload the binaries',
    'pin the base image by digest',
    'move CI from Travis to GitHub Actions',
    'build multi-arch images',
    'publish wheels for Python 3.13 to PyPI',
    'set memory limits for the worker containers',
    'nginx returns 502 after a deploy',
    'bump the minimum Go version to 1.23',
    'staging deployment is stuck at pending pods',
    'automate the changelog for releases',
    'add a terraform module for the queue',
    'run database migrations during deployment',
    'cut the 3.0 release',
    'renew the certificate of the staging server',
    'speed up the CI build',
    'update the lockfile',
    'configure log rotation on the production servers',
  ],
  research: [
    'what happens when a payment is refunded',
    'how are permissions inherited by subfolders',
    'explain why the cache has two layers',
    'which tests cover the discount rules',
    'compare the three ways we serialize dates',
    'where do log messages get their request id',
    'who calls recalculateTotals',
    'describe the data flow from upload to search index',
    'evaluate whether we can replace celery',
    'write a guide to the plugin API',
    'overview of the authentication flow',
    'what would it take to support multiple tenants',
    'list all places that read the environment directly',
    'document the retry behaviour of the client',
    'how do I run a single test',
    'can we use websockets behind our proxy',
    'understand how the optimizer picks an index',
    'review the security model of file sharing',
    'what does the reconciler do on startup',
    'pros and cons of moving to a monorepo',
  ],
};

/** Written when the rules were done, and never used to change them. */
const FURTHER: typeof KNOWN = {
  bug: [
    'clicking save on an unchanged form deletes the attachments',
    'avatar upload fails on Safari',
    'fix wrong currency symbol in the receipt',
    'the watcher misses changes in symlinked folders',
    'tests pass locally but the query is empty for new users',
    'dropdown is cut off inside the modal',
    'rate limiter counts every request twice',
    'sessions are shared between tenants',
    'IndexOutOfBounds in the merge step',
    'help text overlaps the submit button',
    'the counter goes negative after a refund',
    'date filter excludes the last day of the month',
    'search is broken for words with umlauts',
    'worker keeps running after shutdown',
    'resolve the deadlock in the job queue',
    'middleware runs for static files although it should not',
  ],
  feature: [
    'add an audit trail for admin actions',
    'let editors schedule posts',
    'combine the two address forms into one',
    'use async IO in the crawler',
    'rewrite the markdown renderer without regular expressions',
    'introduce a plugin system for exporters',
    'increase test coverage of the router',
    'remove dead code in the scheduler',
    'bulk edit for products',
    'rename the column user_id to account_id',
    'expose metrics about queue length',
    'change the default page size to 50',
    'type the event bus',
    'offer a compact view of the order list',
    'simplify the retry logic',
    'undo for deleted comments',
  ],
  infra: [
    'docker build is slow because layers are not cached',
    'add arm64 runners to the build matrix',
    'migrate the cluster to kubernetes 1.30',
    'move secrets from env files to vault',
    'release pipeline signs the wrong artifact',
    'upgrade gradle to 8.10',
    'create a helm chart for the gateway',
    'provision a second region with terraform',
    'drop Python 3.8 from the CI matrix',
    'set up renovate for the monorepo',
    'production rollout keeps failing its health check',
    'ship a debian package with every release',
    'the deploy script ignores the region flag',
    'schedule nightly backups of the database',
  ],
  research: [
    'how does garbage collection of old sessions work',
    'what are the trade-offs of our event sourcing',
    'explain the difference between soft and hard delete',
    'find out which endpoints are unused',
    'why is the order service split from billing',
    'where are feature flags evaluated',
    'describe how the migration tool tracks versions',
    'is it safe to call flush from two threads',
    'compare our logging with structured logging',
    'tell me about the template engine',
    'what is the purpose of the shadow table',
    'survey libraries for PDF generation',
    'does the client reconnect by itself',
    'walk me through the login code',
  ],
};

/** In other languages. */
const ELSEWHERE: typeof KNOWN = {
  bug: [
    '修复 SessionStore 的竞争条件',
    'corrige el error en src/auth/login.ts',
    'ошибка в parse_config',
    'エラー handleUpload',
    'behebe den Absturz beim Hochladen',
    "l'export plante sur les gros fichiers",
    'Fehler in parse_config',
    '로그인 오류 수정',
    'o upload não funciona no Safari',
  ],
  feature: [
    '添加 OAuth 登录',
    'добавить экспорт в CSV',
    'añade soporte para errores en el cliente',
    'ajoute un mode sombre',
    'füge eine Suche hinzu',
    'ログイン画面を追加',
    '다크 모드 추가',
  ],
  infra: ['部署到 kubernetes', 'ошибка деплоя в staging', 'デプロイを自動化'],
  research: [
    'как работает кэш',
    '为什么会话会过期',
    'wie funktioniert der Cache',
    'cómo funciona el router',
    'comment fonctionne le cache',
    'なぜセッションは切れるのか',
    '캐시는 어떻게 동작하나요',
  ],
};

const rowsOf = (table: typeof KNOWN): [string, string][] =>
  Object.entries(table).flatMap(([type, texts]) =>
    texts.map((text): [string, string] => [type, text]),
  );

describe('SC-4 the type of an everyday task', () => {
  it.each([...rowsOf(KNOWN), ...rowsOf(ELSEWHERE)])('is %s: %s', (type, text) => {
    expect(readTask(text).type).toBe(type);
  });

  it.each([
    ['that the rules were mended with', MORE],
    ['that the rules were not made with', FURTHER],
  ])('is right for nine of ten %s', (_, table) => {
    const rows = rowsOf(table);
    const wrong = rows.filter(([type, text]) => readTask(text).type !== type);
    expect(wrong.length, JSON.stringify(wrong, null, 1)).toBeLessThanOrEqual(rows.length / 10);
  });

  it('is not read from words that only look foreign', () => {
    expect(readTask('comment blocks are lost by the printer').type).toBe('bug');
    expect(readTask('add a fallback for planted errors').type).toBe('feature');
  });

  it('has no effect where nothing speaks for one', () => {
    const { typeWords, typeConfidence } = readTask('session cookies');
    expect(typeWords).toEqual([]);
    expect(typeConfidence).toBeLessThan(0.5);
  });
});
