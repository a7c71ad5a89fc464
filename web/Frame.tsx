// What stands around every screen: the theme, the words, the toasts.
import { ThemeProvider } from 'next-themes'
import { type ReactNode, useSyncExternalStore } from 'react'
import { chosenLanguage, onLanguageChosen } from './language.ts'
import { Toasts } from './ui/Toasts.tsx'
import { WordsProvider } from './words.tsx'

export function Frame({ children }: { children: ReactNode }) {
  const language = useSyncExternalStore(onLanguageChosen, chosenLanguage, () => 'en')
  return (
    <ThemeProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange storageKey="theme">
      <WordsProvider language={language}>
        {children}
        <Toasts />
      </WordsProvider>
    </ThemeProvider>
  )
}
