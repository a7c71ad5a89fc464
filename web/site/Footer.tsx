// What stands below each public page: all of them by group, what languages there are, and the theme.
import type { Language } from '../../core/words/languages.ts'
import { cx } from '../ui/cx.ts'
import { LanguageChoice } from '../ui/LanguageChoice.tsx'
import { Wordmark } from '../ui/Mark.tsx'
import { usePlace } from '../ways.tsx'
import { useWords } from '../words.tsx'
import { column } from './column.ts'
import { PageLink, pathOf } from './PageLink.tsx'
import { type Group, languagesOf, pageAt, pages, pathIn } from './pages.ts'
import { ThemeChoice } from './ThemeChoice.tsx'

const groups = ['product', 'solutions', 'help', 'company', 'trust'] as const

export function Footer() {
  const t = useWords('pages')
  return (
    <footer className="deep">
      <div className={cx(column, 'grid gap-x-8 gap-y-10 py-12 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,4fr)]')}>
        <div className="grid content-start gap-4 text-sm text-on-deep-2">
          <PageLink to="home" className="w-fit text-on-deep no-underline">
            <Wordmark />
          </PageLink>
          <p className="max-w-[30ch]">{t('foot.line')}</p>
          <p className="max-w-[34ch]">{t('foot.language')}</p>
          <ThemeChoice />
          <LanguageChoice pathIn={useHere()} />
        </div>
        <div className="grid grid-cols-2 gap-x-5 gap-y-8 sm:grid-cols-3 xl:grid-cols-[1fr_1fr_1.6fr_1fr_1fr]">
          {groups.map(group => (
            <LinkGroup key={group} group={group} wide={group === 'help'} />
          ))}
        </div>
      </div>
    </footer>
  )
}

/** Where the page that is open is in a language, or the start page where it is in English alone. */
function useHere(): (language: Language) => string {
  const page = pageAt(usePlace().pathname)
  return language => (page && languagesOf(page).includes(language) ? pathIn(page, language) : pathOf('home', language))
}

/** `wide`: on a phone its many links take both columns. */
function LinkGroup({ group, wide }: { group: Group; wide: boolean }) {
  const t = useWords('pages')
  return (
    <nav aria-label={t(`group.${group}`)} className={wide ? 'max-sm:col-span-2' : undefined}>
      <h2 className="text-sm/5 tracking-normal">{t(`group.${group}`)}</h2>
      <ul className={cx('mt-2', wide && 'max-sm:columns-2 max-sm:gap-x-5')}>
        {pages
          .filter(page => page.group === group)
          .map(({ name }) => (
            <li key={name}>
              <PageLink
                to={name}
                current
                className="inline-block py-1 text-sm text-on-deep-2 no-underline hover:text-on-deep hover:underline aria-[current=page]:text-on-deep"
              />
            </li>
          ))}
      </ul>
    </nav>
  )
}
