// Spanish: the forms of a word to search for, the singular first.

/** The phrase itself follows where a search for the singular would not find it. */
export function listSpanishForms(phrase: string): string[] {
  const singular = singularizeSpanish(phrase)
  return phrase.includes(singular) ? [singular] : [singular, phrase]
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
  // Loan words take a bare s: briefs, chats.
  return /[aeiouáéíóúbcdfgklmprtvwy]s$/.test(word) ? word.slice(0, -1) : word
}
