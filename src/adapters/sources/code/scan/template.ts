/** What a template engine (Jinja, Django, Liquid, ERB and their like) puts in place of itself, and what it takes out. */
const TAG =
  /\{\{[^{}\n]*\}\}|<%=(?:[^%<\n]|%(?!>)|<(?!%))*%>|\{%(?:[^%{\n]|%(?!\})|\{(?!%))*%\}|\{#(?:[^#{\n]|#(?!\})|\{(?!#))*#\}|<%(?:[^%<\n]|%(?!>)|<(?!%))*%>/g;

/** A tag that decides or repeats (Go, Handlebars); it stands for no value. */
const CONTROL =
  '\\{\\{[-~]?\\s*(?:[#/^!>]|(?:if|else|end|range|with|define|block|template|break|continue)\\b)';
const CONTROLS = new RegExp(`^${CONTROL}`);
const CONTROL_LINE = new RegExp(`^[ \\t]*(?:\\{%|<%|${CONTROL})`, 'm');

/** Whether lines of a text speak to a template engine. */
export const isTemplate = (text: string): boolean => CONTROL_LINE.test(text);

/**
 * The code that a template makes, as far as it can be told: a name where a value will stand, nothing where the template only says what it
 * does. Every offset stays. The text itself if nothing in it looks like a template.
 */
export const withoutTags = (text: string): string =>
  text.replace(TAG, (tag) => {
    const isValue = tag.startsWith('<%=') || (tag.startsWith('{{') && !CONTROLS.test(tag));
    return (isValue ? '_' : ' ').repeat(tag.length);
  });
