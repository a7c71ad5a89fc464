// What stands around every screen: the theme, the words, the toasts.
import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'
import { Toasts } from './ui/Toasts.tsx'
import { WordsProvider } from './words.tsx'

export function Frame({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange storageKey="theme">
      <WordsProvider language="en">
        {children}
        <Toasts />
      </WordsProvider>
    </ThemeProvider>
  )
}
