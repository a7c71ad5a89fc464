// The language of the screens: chosen on this device, otherwise the browser's preference.
import { isLanguage, type Language, languageAmong } from '../../core/words/languages.ts'
import { loadCatalogs } from './words.tsx'

const key = 'language'
const listeners = new Set<() => void>()
let chosen: Language | undefined

export function keptLanguage(): Language | null {
  const kept = localStorage.getItem(key)
  return isLanguage(kept) ? kept : null
}

export const chosenLanguage = (): Language => (chosen ??= keptLanguage() ?? languageAmong(navigator.languages) ?? 'en')

/** Stored on this device; the screens change once the shared texts are loaded. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(key, language)
  await loadCatalogs(language, ['ui'])
  chosen = language
  for (const listener of listeners) listener()
}

export function onLanguageChosen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
