// The page /help: a search over all guides, and the list of guides in reading order.
import { LifeBuoy } from 'lucide-react'
import { PageLink } from '../navigation/PageLink.tsx'
import { column } from '../site/column.ts'
import { PageIntro } from '../site/PageIntro.tsx'
import { cx } from '../ui/cx.ts'
import { Rich } from '../ui/text/Rich.tsx'
import { useWords } from '../words/words.tsx'
import { type GuideName, guidePages } from './guides.ts'
import { SearchBox } from './search/SearchBox.tsx'

const first: readonly GuideName[] = ['guideQuickSetup', 'guideEmailSetup', 'guideWhatsappSetup', 'guideCreatingFilters']

export function Help() {
  const t = useWords('help')
  return (
    <>
      <PageIntro heading={t('heading')} lede={t('lede')}>
        <div className="mt-6 max-w-xl text-ink">
          <SearchBox />
        </div>
      </PageIntro>
      <div className={cx(column, 'grid gap-x-16 gap-y-10 py-14 md:grid-cols-2 xl:grid-cols-3')}>
        <Group title={t('group.start')} names={guidePages.map(page => page.name).filter(name => first.includes(name))} />
        <Group title={t('group.on')} names={guidePages.map(page => page.name).filter(name => !first.includes(name))} />
        <section className="md:col-span-2 xl:col-span-1">
          <h2>{t('stuck')}</h2>
          <ul className="mt-3 grid gap-x-16 gap-y-2 md:grid-cols-2 xl:grid-cols-1">
            {stuck.map(([key, name, hash]) => (
              <li key={key}>
                <PageLink to={name} hash={hash}>
                  {t(key)}
                </PageLink>
              </li>
            ))}
          </ul>
          <p className="mt-6 flex items-start gap-3 text-ink-2">
            <LifeBuoy size={20} aria-hidden className="mt-0.5" />
            <span>
              <Rich text={t('write')} tags={{ link: text => <PageLink to="contact">{text}</PageLink> }} />
            </span>
          </p>
        </section>
      </div>
    </>
  )
}

const stuck = [
  ['stuck.password', 'guideEmailSetup', 'providers'],
  ['stuck.nothing', 'guideFirstEmail', 'story'],
  ['stuck.held', 'guideFirstEmail', 'held'],
  ['stuck.code', 'guideWhatsappSetup', 'trouble'],
  ['stuck.many', 'guideAdvancedRules', 'digest'],
  ['stuck.night', 'guideWhatsapp', 'quiet-hours'],
] as const

function Group({ title, names }: { title: string; names: readonly GuideName[] }) {
  const t = useWords('help')
  return (
    <section>
      <h2>{title}</h2>
      <ol className="guide-list mt-2">
        {names.map(name => (
          <li key={name}>
            <PageLink to={name} className="font-strong" />
            <p className="text-sm text-ink-2">{t(`about.${name}`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
