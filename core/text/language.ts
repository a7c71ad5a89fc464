// The language that a mail is written in, where its text says so clearly.
import { francAll } from 'franc-min'

/** ISO 639-1, or nothing where the text is too short or could be another language as well. */
export function languageOf(text: string): string[] {
  const letters = lettersOf(text.slice(0, longestText))
  const script = scriptOf(letters)
  if (!script) return []
  if ('language' in script) return [script.language]
  const count = letters.replaceAll(' ', '').length
  if (count < fewestLetters) return []
  const only = Object.keys(script.languages).filter(code => !isForeign(letters, count, script.languages[code]))
  if (only.length === 0) return []
  const [best, next] = francAll(letters, { only, minLength: 1 })
  const isClear = best && 1 - (next?.[1] ?? 0) >= (count < shortText ? wideMargin : margin)
  const language = isClear ? script.languages[best[0]] : undefined
  return language && !(language === 'sv' && danish.test(letters)) ? [language] : []
}

/** Danish and Norwegian are not among those that can be told apart, and would pass for Swedish. */
const danish = /(?:^|[^\p{L}])(?:jeg|ikke|og|meg|deg|hva|hvad|hvordan)(?:[^\p{L}]|$)/iu

/** Letters beyond those of English; a language that is not named here may have any. */
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

/** A name may bring a letter of another language into a long text. */
function isForeign(letters: string, count: number, language: string | undefined): boolean {
  const own = language === undefined ? undefined : alphabets[language]
  if (own === undefined) return false
  const others = letters
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\p{ASCII}’]/gu, '')
  const foreign = Array.from(others.replaceAll('\u0307', '')).filter(letter => !own.includes(letter)).length
  return foreign > (count < shortText ? 0 : count / 50)
}

const longestText = 4000
const fewestLetters = 24
const shortText = 80
const wideMargin = 0.15
const margin = 0.02

/** Addresses and numbers are of no language. */
const lettersOf = (text: string): string =>
  text
    .replace(/\S{0,200}(?:@|:\/\/)\S{0,2000}/g, ' ')
    .replace(/[^\p{L}\p{M}’']+/gu, ' ')
    .trim()

type Script = { test: RegExp } & ({ language: string } | { languages: Record<string, string> })

/** A script of one language decides; in others, franc's codes and ours. */
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
  {
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
  },
]

/** The script of more than half of the letters; Japanese writes few kana among many Han. */
function scriptOf(letters: string): Script | null {
  const counted = scripts.map(script => ({ script, count: letters.match(script.test)?.length ?? 0 }))
  const all = counted.reduce((sum, { count }) => sum + count, 0)
  const [kana, , han] = counted
  if (kana && han && kana.count * 10 >= han.count && (kana.count + han.count) * 2 > all) return kana.script
  const most = counted.find(({ count }) => count * 2 > all)
  return most && all >= 4 ? most.script : null
}
