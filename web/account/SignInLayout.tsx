// The layout of the sign-in and sign-up pages: artwork on one side, the form on the other.
import { Link, Outlet, useLocation } from 'react-router'
import { pagePath } from '../navigation/PageLink.tsx'
import { ErrorBoundary } from '../ui/feedback/ErrorBoundary.tsx'
import { LanguageChoice } from '../ui/layout/LanguageChoice.tsx'
import { Wordmark } from '../ui/layout/Mark.tsx'
import { Motif } from '../ui/layout/Motif.tsx'
import { Rich } from '../ui/text/Rich.tsx'
import { useLanguage, useWords } from '../words/words.tsx'

export function SignInLayout() {
  const t = useWords('account')
  const home = pagePath('home', useLanguage())
  const { pathname } = useLocation()
  return (
    <div className="grid flex-1 md:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]">
      <aside className="deep hidden flex-col justify-between px-12 py-8 md:flex">
        <Link to={home} className="w-fit text-inherit no-underline">
          <Wordmark />
        </Link>
        <Motif className="w-full text-on-deep-2" />
        <p className="text-xl/[1.9rem] font-strong tracking-[-0.01em]">
          <Rich text={t('aside')} tags={{ line: text => <span className="block">{text}</span> }} />
        </p>
      </aside>
      <main id="main" className="mx-auto grid w-full max-w-100 content-start gap-6 px-4 py-8 [&>header]:mb-0 md:my-auto">
        <Link to={home} className="w-fit text-inherit no-underline md:hidden">
          <Wordmark />
        </Link>
        <ErrorBoundary resetOn={pathname}>
          <Outlet />
        </ErrorBoundary>
        <LanguageChoice className="text-ink-2" />
      </main>
    </div>
  )
}
