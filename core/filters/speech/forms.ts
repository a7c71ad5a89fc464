// The forms of a word to look for: the singular, and the plural where the singular is no part of it.

/** The singular first; the phrase as it was said where a search for the singular would not find it. */
export function formsOf(phrase: string, language: 'en' | 'es'): string[] {
  const singular = language === 'es' ? spanish(phrase) : english(phrase)
  const forms = phrase.includes(singular) ? [singular] : [singular, phrase]
  const failed = language === 'en' ? /^(\p{L}+) failure$/u.exec(singular)?.[1] : undefined
  return failed ? [...forms, `${failed} failed`] : forms
}

/** The last word carries the plural, before an `of` the word there: codes of conduct. */
function english(phrase: string): string {
  const [head = phrase, ...rest] = phrase.split(/(?= of | for | to )/)
  const words = head.split(' ')
  const last = words.pop() ?? ''
  return [[...words, one(last)].join(' '), ...rest].join('')
}

const always = new Set([
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
const odd = new Map<string, string>(
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

function one(word: string): string {
  const known = odd.get(word)
  if (known) return known
  if (always.has(word) || !/^\p{L}{4,}$/u.test(word) || /(?:ss|us|is|as|os)$/.test(word)) return word
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:sses|shes|ches|xes|zzes)$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** All words before the first `de` carry the plural: facturas vencidas de luz. */
function spanish(phrase: string): string {
  const [head = phrase, ...rest] = phrase.split(/(?= de | del | para | por | a )/)
  return [head.split(' ').map(uno).join(' '), ...rest].join('')
}

const siempre = new Set([
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
const raro = new Map<string, string>(
  Object.entries({ órdenes: 'orden', imágenes: 'imagen', planes: 'plan', jóvenes: 'joven', exámenes: 'examen' }),
)

function uno(word: string): string {
  const known = raro.get(word)
  if (known) return known
  if (siempre.has(word) || !/^\p{L}{4,}$/u.test(word) || !word.endsWith('s')) return word
  if (/[aeiouáéíóú]ciones$|[sx]iones$|[cs]iones$/.test(word)) return `${word.slice(0, -4)}ón`
  if (/ones$/.test(word)) return `${word.slice(0, -4)}ón`
  if (/ines$/.test(word)) return `${word.slice(0, -4)}ín`
  if (/anes$/.test(word)) return `${word.slice(0, -4)}án`
  if (/ces$/.test(word)) return `${word.slice(0, -3)}z`
  if (/(?:[aeo]res|[aeiu]les|[dt][au]des|nes)$/.test(word)) return word.slice(0, -2)
  return /[aeiouáéíóú]s$/.test(word) ? word.slice(0, -1) : word
}
