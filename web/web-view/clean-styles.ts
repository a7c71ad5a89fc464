// Removes everything from an email's styles that could load a resource, using the browser's own parser.

const mostLetters = 256 * 1024
const mostRules = 5000
const deepest = 3

/** `remote`: how many pictures would have been fetched. */
export interface CleanStyles {
  css: string
  remote: number
}

interface Work {
  left: number
  remote: number
}

export function cleanSheet(written: string): CleanStyles {
  const work: Work = { left: mostRules, remote: 0 }
  const sheet = new CSSStyleSheet()
  // A sheet that was made like this fetches nothing and takes no @import.
  sheet.replaceSync(written.slice(0, mostLetters).replace(/<!--|-->/g, ''))
  return { css: rulesOf(sheet.cssRules, work, 0).join('\n'), remote: work.remote }
}

/** The declarations of one element; `probe` belongs to a document that is never drawn. */
export function cleanInline(written: string, probe: HTMLElement): CleanStyles {
  const work: Work = { left: 1, remote: 0 }
  probe.style.cssText = written.slice(0, mostLetters)
  return { css: declarationsOf(probe.style, work), remote: work.remote }
}

function rulesOf(rules: CSSRuleList, work: Work, depth: number): string[] {
  const kept: string[] = []
  for (const rule of rules) {
    work.left -= 1
    if (work.left < 0 || depth > deepest) break
    if (rule instanceof CSSStyleRule) {
      const declarations = declarationsOf(rule.style, work)
      if (declarations !== '' && isPlain(rule.selectorText)) kept.push(`${rule.selectorText}{${declarations}}`)
    } else if (rule instanceof CSSMediaRule && isPlain(rule.conditionText) && !/prefers-color-scheme/i.test(rule.conditionText)) {
      // A mail lies on white paper, whatever the reader's own colours are.
      kept.push(`@media ${rule.conditionText}{${rulesOf(rule.cssRules, work, depth + 1).join('')}}`)
    }
  }
  return kept
}

function declarationsOf(style: CSSStyleDeclaration, work: Work): string {
  for (const name of [...style]) {
    const value = style.getPropertyValue(name)
    if (isHarmless(name, value)) continue
    if (/url\("?https?:|url\("?\/\//i.test(value)) work.remote += 1
    style.removeProperty(name)
  }
  // The value of a variable is not known before rendering.
  return fetching.test(withoutOwn(style.cssText)) || !isPlain(style.cssText) ? '' : style.cssText
}

/** An empty value means a variable. */
const isHarmless = (name: string, value: string): boolean =>
  !name.startsWith('--') && value !== '' && isPlain(value) && !fetching.test(withoutOwn(value)) && !isOverlay(name, value)

const isOverlay = (name: string, value: string): boolean => name === 'position' && /fixed|sticky/i.test(value)

const fetching = /(?:url|src|image|image-set|cross-fade|element|paint|var|env|attr|expression)\(|@import/i

/** Pictures embedded in the email as data URLs. */
const withoutOwn = (text: string): string => text.replace(/url\("data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=]*"\)/gi, '')

/** Nothing that could end the style, and nothing that is written to be read otherwise. */
const isPlain = (text: string): boolean => !/[<\\]/.test(text)
