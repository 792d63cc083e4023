import { execFileSync } from 'node:child_process';
import { copyOf, git, writeFiles } from './project.ts';

const DAY = 86_400;
/** A fixed day, so that histories are the same whenever they are made. */
const START = 1_700_000_000;

/** Commits everything as of a day. */
export function commitOn(root: string, day: number, message: string): void {
  const date = `${START + day * DAY} +0000`;
  const env = {
    ...process.env,
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.org',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.org',
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  execFileSync('git', ['add', '-A'], { cwd: root, env });
  execFileSync('git', ['commit', '-q', '-m', message], { cwd: root, env });
}

/** A shop with sessions, carts and mail, a history, and one of everything that is treated specially. */
export const makeShop = (root: string): void => copyOf('shop', root, writeShop);

function writeShop(root: string): void {
  git(root, 'init', '-q');
  writeFiles(root, {
    '.gitignore': 'build/\n',
    'AGENTS.md': '# Working here\n\nRun the linter before you finish.\n',
    'README.md': '# Shop\n\nSells things. Sessions live in memory.\n',
    'package-lock.json': '{"name":"shop","lockfileVersion":3,"packages":{}}\n',
    'logo.png': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    'build/out.py': 'print("built")\n',
    'shop/session.py': `import time

from shop.cookies import read_cookie


class SessionStore:
    """Keeps sessions until they expire."""

    def __init__(self, lifetime):
        self.lifetime = lifetime
        self.sessions = {}

    def refresh(self, request):
        key = read_cookie(request, "session")
        session = self.sessions.get(key)
        if session is not None:
            session.expires = time.time() + self.lifetime
        return session
`,
    'shop/cookies.py': `def read_cookie(request, name):
    """The value of a cookie of a request."""
    return request.cookies.get(name)


def write_cookie(response, name, value):
    response.cookies[name] = value
`,
    'shop/cart.py': `from shop.session import SessionStore


class Cart:
    """What a visitor wants to buy."""

    def __init__(self, store: SessionStore):
        self.items = []

    def add(self, item, amount):
        self.items.append((item, amount))

    def total(self, prices):
        return sum(prices[item] * amount for item, amount in self.items)
`,
    'shop/mail.py': `def send_invoice(address, cart, prices):
    """Mails the total of a cart."""
    body = f"You owe {cart.total(prices)}"
    return deliver(address, body)


def deliver(address, body):
    return {"to": address, "body": body}
`,
    'tests/test_session.py': `from shop.session import SessionStore


def test_refresh_extends_the_session():
    store = SessionStore(60)
    assert store.refresh(FakeRequest()) is None
`,
    'docs/sessions.md': '# Sessions\n\nA session cookie is refreshed by every request.\n',
    'logs/server.log':
      '2024-01-02 10:00:00 ERROR session refresh failed: KeyError session\n2024-01-02 10:00:01 INFO ok\n',
    'deploy/app.yaml':
      'apiVersion: v1\nkind: Service\nmetadata:\n  name: shop\nspec:\n  sessionAffinity: ClientIP\n',
  });
  commitOn(root, 0, 'Start the shop');
  writeFiles(root, {
    'shop/rounding.py': 'def round_price(value):\n    return round(value, 2)\n',
  });
  commitOn(root, 10, 'Round prices of invoices to cents');
  writeFiles(root, {
    'shop/mail.py': `from shop.rounding import round_price


def send_invoice(address, cart, prices):
    """Mails the total of a cart."""
    body = f"You owe {round_price(cart.total(prices))}"
    return deliver(address, body)


def deliver(address, body):
    return {"to": address, "body": body}
`,
  });
  commitOn(root, 20, 'Invoices: no more cents lost when totals are rounded');
  writeFiles(root, {
    'shop/cart.py':
      'class Cart:\n    """What a visitor wants to buy."""\n\n    def __init__(self):\n        self.items = []\n\n    def add(self, item, amount):\n        self.items.append((item, amount))\n\n    def total(self, prices):\n        return sum(prices[item] * amount for item, amount in self.items)\n',
  });
  commitOn(root, 21, 'Carts need no session');
}
