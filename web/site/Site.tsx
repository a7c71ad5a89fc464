// The layout of the public pages: header, content, footer.
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { directionOf, isLanguage } from '../../core/words/languages.ts'
import { Outlet, usePageLocation } from '../navigation/navigation.tsx'
import { screen } from '../navigation/screen.tsx'
import { chooseLanguage, currentLanguage, onLanguageChange, storedLanguage } from '../words/language.ts'
import { useLanguage, WordsProvider } from '../words/words.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'

export function Site() {
  const { pathname } = usePageLocation()
  // The served head describes the served page; after navigation, sharing must not name that page.
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
      <ReaderLanguage />
    </>
  )
}

const notice = screen(['reader'], async () => (await import('./LanguageNotice.tsx')).LanguageNotice)

/** The reader's language is known only in the browser. On a first visit, opening a translated page chooses its language. */
function ReaderLanguage() {
  const pageLanguage = useLanguage()
  const reader = useSyncExternalStore(onLanguageChange, currentLanguage, () => pageLanguage)
  useEffect(() => {
    if (isLanguage(pageLanguage) && pageLanguage !== 'en' && storedLanguage() === null) void chooseLanguage(pageLanguage)
  }, [pageLanguage])
  if (reader === pageLanguage) return null
  return (
    <Suspense>
      <WordsProvider language={reader}>
        <div lang={reader} dir={directionOf(reader)} className="contents">
          <notice.View />
        </div>
      </WordsProvider>
    </Suspense>
  )
}
