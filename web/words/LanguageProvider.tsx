// Sets one language for everything inside: its texts, its direction, and the document's language.
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { type ReactNode, useLayoutEffect } from 'react'
import { directionOf } from '../../core/words/languages.ts'
import { WordsProvider } from './words.tsx'

export function LanguageProvider({ language, children }: { language: string; children: ReactNode }) {
  const direction = directionOf(language)
  useLayoutEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dir = direction
  }, [language, direction])
  return (
    <WordsProvider language={language}>
      <DirectionProvider direction={direction}>{children}</DirectionProvider>
    </WordsProvider>
  )
}
