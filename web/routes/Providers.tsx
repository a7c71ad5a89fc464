// Wraps every screen with the theme, the texts and the toasts.
import { ThemeProvider } from 'next-themes'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Toasts } from '../ui/overlays/Toasts.tsx'
import { currentLanguage, onLanguageChange } from '../words/language.ts'
import { WordsProvider } from '../words/words.tsx'

export function Providers({ children }: { children: ReactNode }) {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage, () => 'en')
  return (
    <ThemeProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange storageKey="theme">
      <WordsProvider language={language}>
        {children}
        <Toasts />
      </WordsProvider>
    </ThemeProvider>
  )
}
