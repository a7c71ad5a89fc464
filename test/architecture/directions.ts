// Forbids left and right in the styles of web/: the screens are mirrored for right-to-left languages.
import type { Tree, Violation } from './code.ts'

const rule = 'Say start and end, not left and right: Arabic is read from the right.'

/** Classes such as `ml-2` and `left-0`; what is said for one direction alone may name a side. */
const classes =
  /(?<=["'`\s:!]-?)(?<!(?:rtl|ltr):-?)(?:(?:scroll-)?[mp][lr]|left|right|border-[lr]|rounded-(?:[lr]|[tb][lr]))-(?:\d|\[|\(|px\b|auto\b|full\b|hull|none\b)|(?<=["'`\s:!])(?<!(?:rtl|ltr):)(?:text|float|clear)-(?:left|right)(?=["'`\s!])/
const properties = /(?:^|[\s;{])(?:(?:margin|padding|border)-(?:left|right)|left|right|text-align:\s*(?:left|right)|float)\b[\w-]*\s*[:;]/

/** `padding: 0 0 0 1rem`: four values of which the right one is not the left one; a row of radii that differ in one line. */
const sided =
  /(?:padding|margin|inset|border-width):\s*\S+\s+(\S+)\s+\S+\s+(?!\1;)\S+;|border-radius:\s*(?!(\S+)\s+\2(?:;|\s+(\S+)\s+\3;))[^\s(;]+\s/

export function checkDirections(tree: Tree): Violation[] {
  return [...tree].flatMap(([path, source]) => {
    const patterns = patternsFor(path)
    if (!patterns) return []
    return source.split('\n').flatMap((text, at) => (patterns.some(one => one.test(text)) ? [{ path, line: at + 1, rule }] : []))
  })
}

function patternsFor(path: string): RegExp[] | null {
  if (!path.startsWith('web/') || /\.test\.tsx?$/.test(path)) return null
  if (/\.tsx?$/.test(path)) return [classes]
  return path.endsWith('.css') ? [properties, sided] : null
}
