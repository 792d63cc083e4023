import { describe, expect, it } from 'vitest';
import { termsOf } from './terms.ts';

describe('the terms of an identifier', () => {
  it('are the whole and its parts', () =>
    expect(termsOf('readConfigFile')).toEqual(['w:readconfigfile', 'p:read', 'p:config', 'p:fil']));

  it('join a single capital with the word behind it, as people write it', () => {
    expect(termsOf('OAuthProvider')).toContain('p:oauth');
    expect(termsOf('tryWriteETag')).toContain('p:etag');
    expect(termsOf('HTTPServer')).toEqual(['w:httpserver', 'p:http', 'p:serv']);
  });
});
