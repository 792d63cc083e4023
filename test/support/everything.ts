import { copyOf, git, manyModules, writeFiles } from './project.ts';
import { commitOn } from './shop.ts';

const LINE = 'ERROR session refresh failed: KeyError session store\n';
const HOUR_OLD = Array.from({ length: 20 }, (_, i) => `2024-01-02 07:00:${10 + i} ${LINE}`).join(
  '',
);
const BURST = `2024-01-02 10:00:00 ${LINE}  Traceback (most recent call last):\n    raise KeyError(session)\n`;

const said = (i: number): string =>
  `**User**: Message ${i}: the session store loses refresh number ${i}. ${'It happens at night. '.repeat(6)}\n\n**Assistant**: Then the session refresh ${i} needs a lock.\n\n`;

const storeOf = (last: string): string =>
  `class Store:\n    """Keeps every session."""\n\n    def refresh(self, key):\n        found = self.sessions[key]\n        found.refreshed = self.clock()\n        found.count += 1\n        self.log(found.count, found.refreshed)\n        self.changed.add(key)\n        self.oldest = min(self.oldest, found.refreshed)\n        return ${last}\n`;

/** Two that are equally near to a task and have nothing in common but its words. */
const PAIR = {
  old: `def refresh_session(store):\n${Array.from({ length: 8 }, (_, i) => `    apple_${i} = store.pear(${i})\n`).join('')}    return apple_1\n`,
  recent: `def refresh_session(store):\n${Array.from({ length: 8 }, (_, i) => `    apricot_${i} = store.fig(${i})\n`).join('')}    return apricot_1\n`,
};

/** A project with every kind of file of every source, all about sessions, and a month of history. */
export const makeEverything = (root: string): void => copyOf('everything', root, writeEverything);

function writeEverything(root: string): void {
  git(root, 'init', '-q');
  writeFiles(root, {
    ...manyModules(30),
    'src/session.py': `from src.store import Store\n\n\nclass Session:\n    """A session of the session store."""\n\n${Array.from({ length: 30 }, (_, i) => `    def refresh_${i}(self, store):\n        key = store.session_${i}\n        if key is None:\n            raise KeyError("session refresh ${i}")\n        return store.refresh(key)\n\n`).join('')}`,
    'pair/a.py': PAIR.old,
    'src/store.py': storeOf('found'),
    'src/copy_of_store.py': storeOf('found'),
    'src/session.d.ts': 'export interface Session {\n  refresh(store: SessionStore): void;\n}\n',
    'tests/test_session.py':
      'def test_session_refresh():\n    assert Session().refresh_1(None) is None\n',
    'AGENTS.md': '# Working here\n\nRun the linter before you finish.\n',
    'notes/style.md': '# Style\n\nSentences are short.\n',
    'docs/sessions.md': `# Sessions\n\n${Array.from({ length: 20 }, (_, i) => `## Refresh ${i}\n\nThe session store refreshes session ${i} after ${i} minutes, if nobody has.\n`).join('\n')}`,
    '.sheaf/conversations/talk.md': Array.from({ length: 14 }, (_, i) => said(i)).join(''),
    '.sheaf/conversations/before.md': `**User**: ${'The session store lost one more refresh tonight. '.repeat(60)}\n`,
    '.sheaf/research/search.json': `{"query": "session refresh KeyError", "results": [{"title": "Session store", "url": "https://example.org/a", "snippet": "A session refresh raises KeyError when the store is empty."}]}`,
    '.sheaf/research/agents/found.md':
      '# Task: why does session refresh fail\n\n## Findings\n\nThe session store drops a session while refresh runs, which gives a KeyError.\n',
    '.sheaf/research/note.md':
      '# Session store\n\nRefresh of a session takes a lock in other stores.\n',
    '.env': 'SESSION_STORE=redis\nSESSION_REFRESH_SECONDS=60\n',
    'deploy/session.yaml':
      'apiVersion: v1\nkind: Service\nmetadata:\n  name: session-store\nspec:\n  sessionAffinity: ClientIP\n',
    Dockerfile: 'FROM python:3.12\nENV SESSION_STORE=redis\nCMD ["python", "-m", "session"]\n',
    'logs/server.log': `${HOUR_OLD}${BURST.repeat(12)}2024-01-02 10:00:09 INFO session store is idle\n`,
    'more/talk.md': `**User**: Does session refresh hold the store?\n\n**Assistant**: No.\n`,
    'more/found.md': '# Found\n\nA session refresh needs a store.\n',
    'more/guide.session': 'How a session refresh uses its store, step by step.\n',
    'more/tool.md': 'session refresh store KeyError\n',
    'more/session.settings': 'session.store = redis\nsession.refresh = 60\n',
    'more/session.out': '2024-01-02 10:00:00 ERROR session refresh failed: KeyError\n',
  });
  commitOn(root, 0, 'Start with sessions');
  writeFiles(root, {
    'pair/b.py': PAIR.recent,
    'src/copy_of_store.py': storeOf('key, found'),
    'src/part0/module_0.py': '"""Refreshes a session of the store."""\n',
  });
  commitOn(root, 30, 'Later work');
}
