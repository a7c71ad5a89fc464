// The layout of the public pages: header, content, footer.
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { directionOf, isLanguage } from '../../core/words/languages.ts'
import { Outlet, usePageLocation } from '../navigation/navigation.tsx'
import { screen } from '../navigation/screen.tsx'
import { chooseLanguage, chosenLanguage, keptLanguage, onLanguageChosen } from '../words/language.ts'
import { useLanguage, WordsProvider } from '../words/words.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'

export function Site() {
  const { pathname } = usePageLocation()
  // The served head names the page that was served; a share of a later one must not name that.
  useEffect(() => {
    const url = location.origin + pathname
    document.querySelector('link[rel=canonical]')?.setAttribute('href', url)
    document.querySelector('meta[property="og:url"]')?.setAttribute('content', url)
  }, [pathname])
  return (
    <>
      <Header />
      <main id="main" className="flex-1">
        <Outlet />
      </main>
      <Footer />
      <ForReader />
    </>
  )
}

const note = screen(['reader'], async () => (await import('./ReaderNote.tsx')).ReaderNote)

/** The reader's language is known only in the browser. On a first visit, opening a translated page chooses its language. */
function ForReader() {
  const shown = useLanguage()
  const reader = useSyncExternalStore(onLanguageChosen, chosenLanguage, () => shown)
  useEffect(() => {
    if (isLanguage(shown) && shown !== 'en' && keptLanguage() === null) void chooseLanguage(shown)
  }, [shown])
  if (reader === shown) return null
  return (
    <Suspense>
      <WordsProvider language={reader}>
        <div lang={reader} dir={directionOf(reader)} className="contents">
          <note.View />
        </div>
      </WordsProvider>
    </Suspense>
  )
}
