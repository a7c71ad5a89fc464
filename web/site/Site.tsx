// The frame of the public pages: the way in above, the way on below.
import { Link, Outlet } from 'react-router'
import { buttonClass } from '../ui/Button.tsx'
import { Wordmark } from '../ui/Mark.tsx'
import { useWords } from '../words.tsx'

export const column = 'mx-auto w-full max-w-7xl px-[clamp(1rem,4vw,3rem)]'

export function Site() {
  const t = useWords('site')
  const ui = useWords('ui')
  return (
    <>
      <header className="deep">
        <a className="skip" href="#main">
          {ui('skip')}
        </a>
        <div className={`${column} flex min-h-16 items-center gap-6 md:min-h-19`}>
          <Link to="/" className="text-inherit no-underline">
            <Wordmark />
          </Link>
          <nav aria-label={t('nav.site')} className="ms-auto flex items-center gap-4 md:gap-6">
            <a href="#how" className="text-on-deep-2 no-underline hover:text-on-deep max-sm:hidden">
              {t('nav.how')}
            </a>
            <Link to="/login" className="whitespace-nowrap text-on-deep no-underline hover:underline">
              {t('nav.signIn')}
            </Link>
            <Link to="/signup" className={buttonClass({ look: 'foam', small: true })}>
              {t('nav.start')}
            </Link>
          </nav>
        </div>
      </header>
      <main id="main">
        <Outlet />
      </main>
      <footer className="deep">
        <div className={`${column} grid gap-4 py-12`}>
          <Link to="/" className="w-fit text-inherit no-underline">
            <Wordmark />
          </Link>
          <p className="max-w-[30ch] text-sm text-on-deep-2">{t('foot.line')}</p>
        </div>
      </footer>
    </>
  )
}
