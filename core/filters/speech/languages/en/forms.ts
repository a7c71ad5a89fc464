// English: the forms of a word to search for, the singular first.

/** The phrase itself follows where a search for the singular would not find it; a build failure also says that it failed. */
export function listEnglishForms(phrase: string): string[] {
  const singular = singularizeEnglish(withoutTail(phrase))
  const forms = phrase.includes(singular) ? [singular] : [singular, phrase]
  const failed = /^(\p{L}+) failure$/u.exec(singular)?.[1]
  return failed ? [...forms, `${failed} failed`] : forms
}

/** `visa news`: what is new about it need not be called news. */
const withoutTail = (phrase: string): string => phrase.replace(/(?<=\p{L}) (?:news|info|information|stuff|matters)$/u, '')

/** The last word is plural, or the one before `of`: codes of conduct. */
function singularizeEnglish(phrase: string): string {
  const [head = phrase, ...rest] = phrase.split(/(?= of | for | to )/)
  const words = head.split(' ')
  const last = words.pop() ?? ''
  return [[...words, singularEnglishWord(last)].join(' '), ...rest].join('')
}

const invariableEnglish = new Set([
  'news',
  'series',
  'species',
  'always',
  'sales',
  'logistics',
  'analytics',
  'details',
  'taxes',
  'goods',
  'thanks',
  'terms',
  'sms',
])
const irregularEnglish = new Map<string, string>(
  Object.entries({
    people: 'person',
    children: 'child',
    men: 'man',
    women: 'woman',
    feet: 'foot',
    lives: 'life',
    movies: 'movie',
    cookies: 'cookie',
    expenses: 'expense',
    licenses: 'license',
  }),
)

function singularEnglishWord(word: string): string {
  const irregular = irregularEnglish.get(word)
  if (irregular) return irregular
  if (invariableEnglish.has(word) || !/^[\p{L}-]{4,}$/u.test(word) || /(?:ss|us|is|as|os)$/.test(word)) return word
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:sses|shes|ches|xes|zzes)$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}
