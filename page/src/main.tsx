import { render } from 'preact';
import { lookAgain, start } from './actions.ts';
import { listenToDrags } from './drag.ts';
import { listen } from './keys.ts';
import { App } from './parts/app.tsx';
import './style/tokens.css';
import './style/page.css';
import './style/rows.css';
import './style/reading.css';

const root = document.getElementById('page');
if (root !== null) {
  render(<App />, root);
  listen();
  listenToDrags();
  addEventListener('focus', () => void lookAgain());
  void start();
}
