// The footer of public pages: all pages by group, the languages, and the theme.

import { useTheme } from 'next-themes'
import { useSyncExternalStore } from 'react'
import type { Language } from '../../core/words/languages.ts'
import { usePageLocation } from '../navigation/navigation.tsx'
import { PageLink, pagePath } from '../navigation/PageLink.tsx'
import { findPage, isMarketing, languagesOf, type PageGroup, pages, pathIn } from '../navigation/public-pages.ts'
import { cx } from '../ui/cx.ts'
import { LanguageChoice } from '../ui/layout/LanguageChoice.tsx'
import { Wordmark } from '../ui/layout/Mark.tsx'
import { Rich } from '../ui/text/Rich.tsx'
import { useWords } from '../words/words.tsx'
import { column } from './column.ts'
import { SourceLink } from './source.tsx'

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
          <p className="max-w-[34ch]">
            <Rich text={t('foot.license')} tags={{ source: text => <SourceLink className="text-on-deep">{text}</SourceLink> }} />
          </p>
          <p className="max-w-[34ch]">{t('foot.language')}</p>
          <ThemeChoice />
          <LanguageChoice pathIn={usePathInLanguage()} />
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

/** Returns the path of the open page in a language, or the home page if it is not translated. */
function usePathInLanguage(): (language: Language) => string {
  const page = findPage(usePageLocation().pathname)
  return language => (page && languagesOf(page).includes(language) ? pathIn(page, language) : pagePath('home', language))
}

/** `wide`: on a phone, the group spans both columns. */
function LinkGroup({ group, wide }: { group: PageGroup; wide: boolean }) {
  const t = useWords('pages')
  return (
    <nav
      aria-label={t(`group.${group}`)}
      className={cx(wide && 'max-sm:col-span-2', isMarketingGroup(group) && 'in-[[data-site=app]]:hidden')}
    >
      <h2 className="text-sm/5 tracking-normal">{t(`group.${group}`)}</h2>
      <ul className={cx('mt-2', wide && 'max-sm:columns-2 max-sm:gap-x-5')}>
        {pages
          .filter(page => page.group === group)
          .map(({ name }) => (
            <li key={name} className={isMarketing(name) ? 'in-[[data-site=app]]:hidden' : undefined}>
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

const isMarketingGroup = (group: PageGroup): boolean => pages.filter(page => page.group === group).every(({ name }) => isMarketing(name))

const themes = ['light', 'dark', 'system'] as const
const noSubscription = () => () => {}

/** The choice is known only in the browser; until then none is marked. */
function ThemeChoice() {
  const t = useWords('pages')
  const { theme, setTheme } = useTheme()
  const isInBrowser = useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  )
  return (
    <fieldset className="inline-flex justify-self-start rounded-hull p-[3px] shadow-[inset_0_0_0_1px_var(--deep-line)]">
      <legend className="sr-only">{t('theme.label')}</legend>
      {themes.map(name => (
        <button
          key={name}
          type="button"
          aria-pressed={isInBrowser && theme === name}
          onClick={() => setTheme(name)}
          className={cx(
            'min-h-8 rounded-[3px_3px_9px_9px] px-3 text-sm hover:text-on-deep',
            isInBrowser && theme === name ? 'bg-deep-2 font-strong text-on-deep' : 'text-on-deep-2',
          )}
        >
          {t(`theme.${name}`)}
        </button>
      ))}
    </fieldset>
  )
}
