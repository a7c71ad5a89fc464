// The page /resources: everything there is to read, grouped by task.
import type { ReactNode } from 'react'
import { PageLink } from '../../navigation/PageLink.tsx'
import type { PageName } from '../../navigation/public-pages.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Rich } from '../../ui/text/Rich.tsx'
import { useWords } from '../../words/words.tsx'
import { column } from '../column.ts'
import { PageIntro } from '../PageIntro.tsx'
import { CallToAction } from '../pieces/CallToAction.tsx'
import { SourceFile, SourceLink } from '../source.tsx'

type FileId =
  | `run.${'deploy' | 'env' | 'doctor' | 'backup' | 'security'}`
  | `build.${'query' | 'file' | 'client'}`
  | `know.${'decisions' | 'architecture' | 'faults'}`
const page = (to: PageName, text: string) => ({ name: <PageLink to={to} />, text })

export function Resources() {
  const t = useWords('siteresources')
  const file = (id: FileId) => ({ name: <FileName name={t(id)} />, text: t(`${id}.text`) })
  return (
    <>
      <PageIntro heading={t('heading')} lede={t('lede')} />
      <div className={`${column} grid items-start gap-x-12 gap-y-12 py-[clamp(3rem,7vw,5.5rem)] md:grid-cols-2`}>
        <ResourceList
          title={t('use.title')}
          preview={<Rich text={t('use.look')} tags={{ chip: text => <span className="chip my-1 bg-surface">{text}</span> }} />}
          items={[
            page('guideQuickSetup', t('use.quick')),
            page('guideEmailSetup', t('use.email')),
            page('guideWhatsappSetup', t('use.whatsapp')),
            page('guideCreatingFilters', t('use.filters')),
            page('guideAdvancedRules', t('use.advanced')),
            page('faq', t('use.faq')),
          ]}
        />
        <ResourceList
          title={t('run.title')}
          preview={<CodePreview text={t('run.look')} />}
          items={[
            { name: <SourceLink>{t('run.source')}</SourceLink>, text: t('run.source.text') },
            file('run.deploy'),
            file('run.env'),
            file('run.doctor'),
            file('run.backup'),
            file('run.security'),
          ]}
        />
        <ResourceList
          title={t('build.title')}
          preview={<CodePreview text={t('build.look')} />}
          items={[
            { name: <a href="/api/openapi.json">{t('build.api.link')}</a>, text: t('build.api') },
            file('build.query'),
            file('build.file'),
            file('build.client'),
          ]}
        />
        <ResourceList
          title={t('know.title')}
          preview={<Rich text={t('know.look')} />}
          items={[file('know.decisions'), file('know.architecture'), page('changelog', t('know.changes')), file('know.faults')]}
        />
      </div>
      <CallToAction title={t('last.title')} lede={t('last.lede')}>
        <PageLink to="guideQuickSetup" className={buttonClass({ look: 'foam' })}>
          {t('last.guide')}
        </PageLink>
      </CallToAction>
    </>
  )
}

const codeClass = 'font-mono text-[0.9375rem]'

/** A file of the repository, or a command. */
function FileName({ name }: { name: string }) {
  return <code className={codeClass}>{name.startsWith('npm ') ? name : <SourceFile path={name} />}</code>
}

const CodePreview = ({ text }: { text: string }) => (
  <code className="block font-mono text-sm/6 whitespace-pre-wrap sm:text-[0.9375rem] wrap-anywhere">{text}</code>
)

/** `preview` shows a sample of the material. */
function ResourceList({
  title,
  preview,
  items,
}: {
  title: string
  preview: ReactNode
  items: readonly { name: ReactNode; text: string }[]
}) {
  return (
    <section>
      <h2 className="text-2xl">{title}</h2>
      <div className="mt-4 grid min-h-30 items-center rounded-hull-lg bg-water px-4 py-5 sm:px-6">
        <div className="leading-7">{preview}</div>
      </div>
      <ul className="mt-4">
        {items.map(({ name, text }) => (
          <li key={text} className="border-t border-line py-3 last:border-b">
            <p className="font-strong">{name}</p>
            <p className="text-sm text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
