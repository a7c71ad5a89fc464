// Removes everything from an email's styles that could load a resource, using the browser's own parser.

const maxCharacters = 256 * 1024
const maxRules = 5000
const maxDepth = 3

/** `remotePictures`: how many pictures would have been fetched. */
export interface CleanStyles {
  css: string
  remotePictures: number
}

interface CleaningBudget {
  remainingRules: number
  remotePictures: number
}

export function cleanSheet(css: string): CleanStyles {
  const budget: CleaningBudget = { remainingRules: maxRules, remotePictures: 0 }
  const sheet = new CSSStyleSheet()
  // A constructed style sheet fetches nothing and ignores @import.
  sheet.replaceSync(css.slice(0, maxCharacters).replace(/<!--|-->/g, ''))
  return { css: cleanRules(sheet.cssRules, budget, 0).join('\n'), remotePictures: budget.remotePictures }
}

/** Cleans the declarations of one element; `probe` belongs to a document that is never rendered. */
export function cleanInline(css: string, probe: HTMLElement): CleanStyles {
  const budget: CleaningBudget = { remainingRules: 1, remotePictures: 0 }
  probe.style.cssText = css.slice(0, maxCharacters)
  return { css: cleanDeclarations(probe.style, budget), remotePictures: budget.remotePictures }
}

function cleanRules(rules: CSSRuleList, budget: CleaningBudget, depth: number): string[] {
  const cleaned: string[] = []
  for (const rule of rules) {
    budget.remainingRules -= 1
    if (budget.remainingRules < 0 || depth > maxDepth) break
    if (rule instanceof CSSStyleRule) {
      const declarations = cleanDeclarations(rule.style, budget)
      if (declarations !== '' && isPlain(rule.selectorText)) cleaned.push(`${rule.selectorText}{${declarations}}`)
    } else if (rule instanceof CSSMediaRule && isPlain(rule.conditionText) && !/prefers-color-scheme/i.test(rule.conditionText)) {
      // An email is shown on white, whatever the reader's own theme is.
      cleaned.push(`@media ${rule.conditionText}{${cleanRules(rule.cssRules, budget, depth + 1).join('')}}`)
    }
  }
  return cleaned
}

function cleanDeclarations(style: CSSStyleDeclaration, budget: CleaningBudget): string {
  for (const name of [...style]) {
    const value = style.getPropertyValue(name)
    if (isHarmless(name, value)) continue
    if (/url\("?https?:|url\("?\/\//i.test(value)) budget.remotePictures += 1
    style.removeProperty(name)
  }
  // The value of a variable is not known before rendering.
  return loadingFunctions.test(withoutDataUrls(style.cssText)) || !isPlain(style.cssText) ? '' : style.cssText
}

/** An empty value means that it contains a variable. */
const isHarmless = (name: string, value: string): boolean =>
  !name.startsWith('--') && value !== '' && isPlain(value) && !loadingFunctions.test(withoutDataUrls(value)) && !isOverlay(name, value)

const isOverlay = (name: string, value: string): boolean => name === 'position' && /fixed|sticky/i.test(value)

const loadingFunctions = /(?:url|src|image|image-set|cross-fade|element|paint|var|env|attr|expression)\(|@import/i

/** Pictures embedded in the email as data URLs. */
const withoutDataUrls = (text: string): string => text.replace(/url\("data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=]*"\)/gi, '')

/** Excludes characters that could end the style element, and escapes that could hide something. */
const isPlain = (text: string): boolean => !/[<\\]/.test(text)
