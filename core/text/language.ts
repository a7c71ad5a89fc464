// Detects the language of a text, if it is clear.
import { francAll } from 'franc-min'

/** ISO 639-1; empty if the text is too short or ambiguous. */
export function detectLanguages(text: string): string[] {
  const letters = extractLetters(text.slice(0, maxCharacters))
  const script = detectScript(letters)
  if (!script) return []
  if ('language' in script) return [script.language]
  const count = letters.replaceAll(' ', '').length
  if (count < minLetters) return []
  const beyondAscii = lettersBeyondAscii(letters)
  const only = Object.keys(script.languages).filter(code => !isForeign(beyondAscii, count, script.languages[code]))
  if (only.length === 0) return []
  const [best, next] = francAll(letters, { only, minLength: 1 })
  const isClear = best && 1 - (next?.[1] ?? 0) >= (count < shortText ? wideMargin : margin)
  const language = isClear ? script.languages[best[0]] : undefined
  return language && !(language === 'sv' && danish.test(letters)) ? [language] : []
}

/** Danish and Norwegian are not supported and would be mistaken for Swedish. */
const danish = /(?:^|[^\p{L}])(?:jeg|ikke|og|meg|deg|hva|hvad|hvordan)(?:[^\p{L}]|$)/iu

/** Letters beyond ASCII; languages without an entry may use any. */
const alphabets: Record<string, string> = {
  en: '',
  de: 'äöüß',
  fr: 'àâæçéèêëîïôœùûüÿ',
  es: 'áéíñóúü',
  pt: 'áâãàçéêíóôõúü',
  it: 'àèéìíîòóùú',
  nl: 'éèëïóöüá',
  sv: 'åäöéà',
  pl: 'ąćęłńóśźż',
  tr: 'çğıöşüâîû',
  id: 'é',
  ro: 'ăâîșțşţ',
  cs: 'áčďéěíňóřšťúůýž',
  hu: 'áéíóöőúüű',
  hr: 'čćđšž',
  ru: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  uk: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  bg: 'абвгдежзийклмнопрстуфхцчшщъьюя',
  sr: 'абвгдђежзијклљмнњопрстћуфхцчџш',
  be: 'абвгдеёжзійклмнопрстуўфхцчшыьэюя',
  kk: 'аәбвгғдеёжзийкқлмнңоөпрстуұүфхһцчшщъыіьэюя',
}

/** Tolerates a few foreign letters in a long text, as in names. */
function isForeign(beyondAscii: string[], count: number, language: string | undefined): boolean {
  const own = language === undefined ? undefined : alphabets[language]
  if (own === undefined) return false
  const foreign = beyondAscii.filter(letter => !own.includes(letter)).length
  return foreign > (count < shortText ? 0 : count / 50)
}

const lettersBeyondAscii = (letters: string): string[] =>
  Array.from(
    letters
      .normalize('NFC')
      .toLowerCase()
      .replace(/[\p{ASCII}’]/gu, '')
      .replaceAll('\u0307', ''),
  )

const maxCharacters = 4000
const minLetters = 24
const shortText = 80
const wideMargin = 0.15
const margin = 0.02

/** Drops addresses and numbers. */
const extractLetters = (text: string): string =>
  text
    .replace(/\S{0,200}(?:@|:\/\/)\S{0,2000}/g, ' ')
    .replace(/[^\p{L}\p{M}’']+/gu, ' ')
    .trim()

type Script = { test: RegExp } & ({ language: string } | { languages: Record<string, string> })

/** franc's codes and ours. */
const latin: Script = {
  test: /\p{Script=Latin}/gu,
  languages: {
    eng: 'en',
    deu: 'de',
    fra: 'fr',
    spa: 'es',
    por: 'pt',
    ita: 'it',
    nld: 'nl',
    swe: 'sv',
    pol: 'pl',
    tur: 'tr',
    ind: 'id',
    vie: 'vi',
    ron: 'ro',
    ces: 'cs',
    hun: 'hu',
    hrv: 'hr',
  },
}

/** Some scripts have one language; for the others, franc's codes and ours. */
const scripts: Script[] = [
  { test: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, language: 'ja' },
  { test: /\p{Script=Hangul}/gu, language: 'ko' },
  { test: /\p{Script=Han}/gu, language: 'zh' },
  { test: /\p{Script=Hebrew}/gu, language: 'he' },
  { test: /\p{Script=Greek}/gu, language: 'el' },
  { test: /\p{Script=Thai}/gu, language: 'th' },
  { test: /\p{Script=Tamil}/gu, language: 'ta' },
  { test: /\p{Script=Telugu}/gu, language: 'te' },
  { test: /\p{Script=Bengali}/gu, language: 'bn' },
  { test: /\p{Script=Gujarati}/gu, language: 'gu' },
  { test: /\p{Script=Malayalam}/gu, language: 'ml' },
  { test: /\p{Script=Kannada}/gu, language: 'kn' },
  { test: /\p{Script=Devanagari}/gu, languages: { hin: 'hi', mar: 'mr', npi: 'ne' } },
  { test: /\p{Script=Arabic}/gu, languages: { arb: 'ar', pes: 'fa', urd: 'ur' } },
  { test: /\p{Script=Cyrillic}/gu, languages: { rus: 'ru', ukr: 'uk', bul: 'bg', srp: 'sr', bel: 'be', kaz: 'kk' } },
  latin,
]

/** The script of more than half of the letters; Japanese may have few kana among many Han characters. */
function detectScript(letters: string): Script | null {
  // Most texts are half ASCII letters, and counting those is much faster than counting every script.
  const ascii = letters.match(/[a-z]/gi)?.length ?? 0
  if (ascii >= 4 && ascii * 2 > letters.length) return latin
  const counted = scripts.map(script => ({ script, count: letters.match(script.test)?.length ?? 0 }))
  const all = counted.reduce((sum, { count }) => sum + count, 0)
  const [kana, , han] = counted
  if (kana && han && kana.count * 10 >= han.count && (kana.count + han.count) * 2 > all) return kana.script
  const most = counted.find(({ count }) => count * 2 > all)
  return most && all >= 4 ? most.script : null
}
