import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { inFolder, writeFiles } from '../support/project.ts';

const controller = (name: string): string => `<?php

namespace App\\Auth\\Http;

use App\\Auth\\Guard;
use App\\Auth\\Session;
use App\\Auth\\Tokens;
use Illuminate\\Http\\Request;
use Illuminate\\Http\\Response;

class ${name} extends Controller
{
    /** What a visitor of ${name} sees. */
    public function show(Request $request): Response
    {
        $guard = new Guard($request->session());
        if (! $guard->passes($request->user())) {
            return redirect('/login')->withErrors(['${name}' => 'not allowed']);
        }
        return view('${name}', ['user' => $request->user(), 'tokens' => Tokens::of($request->user())]);
    }
}
`;

/** The line where the class begins. */
const BODY = 11;

describe('RT-1 what a file is opened by', () => {
  it('is not its imports under the name of the space it lies in', () =>
    inFolder(async (root) => {
      const names = ['Login', 'Logout', 'Register', 'Verify', 'Reset', 'Confirm'];
      writeFiles(
        root,
        Object.fromEntries(names.map((name) => [`app/Auth/${name}.php`, controller(name)])),
      );
      const { out } = await command(root, [
        'assemble',
        'refactor the auth module',
        '--context-tokens',
        '900',
        '--json',
      ]);
      const { parts } = JSON.parse(out) as {
        parts: { path: string; spans: [number, number][] }[];
      };
      const shown = parts.filter(({ path, spans }) => path.endsWith('.php') && spans.length > 0);
      expect(shown.length).toBeGreaterThan(1);
      expect(shown.filter(({ spans }) => spans.every(([, last]) => last < BODY))).toEqual([]);
    }));
});
