// The language of the screens: chosen on this device, or else the browser's preference.
import { isLanguage, type Language, pickLanguage } from '../../core/words/languages.ts'
import { loadCatalogs } from './words.tsx'

const key = 'language'
const listeners = new Set<() => void>()
let selected: Language | undefined

export function storedLanguage(): Language | null {
  const stored = localStorage.getItem(key)
  return isLanguage(stored) ? stored : null
}

export const currentLanguage = (): Language => (selected ??= storedLanguage() ?? pickLanguage(navigator.languages) ?? 'en')

/** Stored on this device; the screens change once the shared texts are loaded. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(key, language)
  await loadCatalogs(language, ['ui'])
  selected = language
  for (const listener of listeners) listener()
}

export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
