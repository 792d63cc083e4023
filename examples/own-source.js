// A source of your own (issues-source.js), tried and then used: node examples/own-source.js [FOLDER with tracker/*.json]
import { openWorkspace } from 'sheaf';
import { checkSource } from 'sheaf/testing';
import issues from './issues-source.js';

const sample = JSON.stringify([{ number: 1, title: 'Crash', body: 'It crashes.\nOften.' }]);
const problems = await checkSource(issues, [{ path: 'tracker/export.json', raw: sample }]);
console.log(problems.length === 0 ? 'the source keeps its promises' : problems.join('\n'));

const workspace = await openWorkspace({ root: process.argv[2] ?? '.', sources: [issues] });
const asked = { task: 'why does it crash', sources: ['issues'], format: 'docs', maxTokens: 500 };
console.log((await workspace.assemble(asked)).prompt);
await workspace.close();
