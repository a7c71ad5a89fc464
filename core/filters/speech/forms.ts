// Lists the forms of a word to search for: the singular, and the plural if it does not contain the singular.

/** The singular first; then the phrase itself, if a search for the singular would not find it. */
export function listWordForms(phrase: string, language: 'en' | 'es'): string[] {
  const singular = language === 'es' ? singularizeSpanish(phrase) : singularizeEnglish(phrase)
  const forms = phrase.includes(singular) ? [singular] : [singular, phrase]
  const failed = language === 'en' ? /^(\p{L}+) failure$/u.exec(singular)?.[1] : undefined
  return failed ? [...forms, `${failed} failed`] : forms
}

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
  if (invariableEnglish.has(word) || !/^\p{L}{4,}$/u.test(word) || /(?:ss|us|is|as|os)$/.test(word)) return word
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:sses|shes|ches|xes|zzes)$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** All words before the first `de` are plural: facturas vencidas de luz. */
function singularizeSpanish(phrase: string): string {
  const [head = phrase, ...rest] = phrase.split(/(?= de | del | para | por | a )/)
  return [head.split(' ').map(singularSpanishWord).join(' '), ...rest].join('')
}

const invariableSpanish = new Set([
  'gracias',
  'lunes',
  'martes',
  'miércoles',
  'jueves',
  'viernes',
  'crisis',
  'análisis',
  'tesis',
  'gas',
  'gps',
  'gratis',
  'más',
  'menos',
  'país',
  'mes',
  'interés',
  'autobús',
  'adiós',
])
const irregularSpanish = new Map<string, string>(
  Object.entries({ órdenes: 'orden', imágenes: 'imagen', planes: 'plan', jóvenes: 'joven', exámenes: 'examen' }),
)

function singularSpanishWord(word: string): string {
  const irregular = irregularSpanish.get(word)
  if (irregular) return irregular
  if (invariableSpanish.has(word) || !/^\p{L}{4,}$/u.test(word) || !word.endsWith('s')) return word
  if (/[aeiouáéíóú]ciones$|[sx]iones$|[cs]iones$/.test(word)) return `${word.slice(0, -4)}ón`
  if (/ones$/.test(word)) return `${word.slice(0, -4)}ón`
  if (/ines$/.test(word)) return `${word.slice(0, -4)}ín`
  if (/anes$/.test(word)) return `${word.slice(0, -4)}án`
  if (/ces$/.test(word)) return `${word.slice(0, -3)}z`
  if (/(?:[aeo]res|[aeiu]les|[dt][au]des|nes)$/.test(word)) return word.slice(0, -2)
  return /[aeiouáéíóú]s$/.test(word) ? word.slice(0, -1) : word
}
