// The language of the screens: what was chosen on this device, else what its browser asks for.
import { isLanguage, type Language, languageAmong } from '../core/words/languages.ts'
import { openRooms } from './words.tsx'

const key = 'language'
const hearers = new Set<() => void>()
let chosen: Language | undefined

export function keptLanguage(): Language | null {
  const kept = localStorage.getItem(key)
  return isLanguage(kept) ? kept : null
}

export const chosenLanguage = (): Language => (chosen ??= keptLanguage() ?? languageAmong(navigator.languages) ?? 'en')

/** Kept on this device; the screens change once the words that stand around them are there. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(key, language)
  await openRooms(language, ['ui'])
  chosen = language
  for (const hear of hearers) hear()
}

export function onLanguageChosen(hear: () => void): () => void {
  hearers.add(hear)
  return () => hearers.delete(hear)
}
