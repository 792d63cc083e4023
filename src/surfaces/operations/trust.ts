import { SheafError } from '../../model/errors.ts';
import { defineOperation, INDEX_FLAGS, type Operation } from '../operation.ts';
import { printableLine } from '../printable.ts';

export const trust: Operation = defineOperation({
  name: 'trust',
  summary: "Let a project's sheaf.toml choose endpoints, keys, paths and higher limits",
  description:
    "A project's sheaf.toml is written by others, so it cannot name an endpoint, a variable that holds a key, a model to ask, a path outside the project or a higher protective limit. This command trusts the sheaf.toml in force, with the content it has now: when the file changes or moves, it has to be trusted again. Modules and models.allowed_hosts are never taken from a project. Read the file before you trust it. A clone made with git clone --shared or --reference borrows objects from another repository. A stranger's project could do so to show files of yours, so its git is not used until you trust it with --git.",
  examples: {
    'sheaf trust': 'trust the sheaf.toml of this folder, or of one above',
    'sheaf trust --list': 'the files you trust',
    'sheaf trust --revoke': 'no longer trust this one',
    'sheaf trust --git': 'use the objects that this clone borrows',
  },
  options: {
    list: { type: 'boolean', help: 'List the files you trust.' },
    revoke: {
      type: 'boolean',
      help: 'No longer trust the sheaf.toml in force, or with --git the clone.',
    },
    git: {
      type: 'boolean',
      help: 'Trust that this clone borrows objects from another repository.',
    },
  },
  apart: [
    ['list', 'revoke'],
    ['list', 'git'],
  ],
  refuses: ['set', ...INDEX_FLAGS],
  local: true,
  async run(input, context) {
    const [consent, git, { CONFIG_FILE }, { projectFileOf }] = await Promise.all([
      import('../../adapters/consent.ts'),
      import('../../adapters/git/repository.ts'),
      import('../../config/find.ts'),
      import('../../adapters/node-settings.ts'),
    ]);
    const { env } = context;
    if (input.list) return { kind: 'list' as const, files: consent.consents(env) };
    const { root } = context.place;
    const file = input.git ? git.borrowingOf(root) : projectFileOf(root);
    const path = file?.path ?? context.resolvePath(`${root}/${CONFIG_FILE}`);
    if (input.revoke) {
      if (consent.revoke(env, path)) return { kind: 'revoked' as const, path };
      throw new SheafError('not-found', `${path} is not trusted`, 'sheaf trust --list');
    }
    if (file === null && input.git) {
      throw new SheafError('not-found', `${root} borrows no objects from outside`);
    }
    if (file === null) {
      throw new SheafError('not-found', `there is no ${CONFIG_FILE} in ${root} or above`);
    }
    consent.trust(env, file);
    const what = input.git ? file.text.trim().split('\n') : (await context.config()).trusted;
    return { kind: 'trusted' as const, path, settings: what };
  },
  present(result, page) {
    switch (result.kind) {
      case 'list':
        for (const { path, digest } of result.files) {
          page.line(`${page.style.dim(digest.slice(0, 12))}  ${printableLine(path)}`);
        }
        return;
      case 'revoked':
        page.line(`no longer trusts ${printableLine(result.path)}`);
        return;
      case 'trusted': {
        const { path, settings } = result;
        const what = settings.length === 0 ? 'it needs no trust so far' : settings.join(', ');
        page.line(`trusts ${printableLine(path)}: ${printableLine(what)}`);
      }
    }
  },
});
