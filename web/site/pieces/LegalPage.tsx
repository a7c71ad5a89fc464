// The layout of a legal page: operator, governing language, and numbered sections with a table of contents.

import type { ReactNode } from 'react'
import { PageLink } from '../../navigation/PageLink.tsx'
import { useWords } from '../../words/words.tsx'
import { column } from '../column.ts'
import { PageIntro } from '../PageIntro.tsx'
import { OperatorNote } from './Operator.tsx'

interface LegalPageProps {
  heading: string
  lede: string
  /** The text of the link for questions about the page. */
  contact: string
  sections: PageSection[]
}

export function LegalPage({ heading, lede, contact, sections }: LegalPageProps) {
  const o = useWords('siteoperator')
  return (
    <>
      <PageIntro heading={heading} lede={lede} />
      <Sections
        label={o('contents')}
        sections={sections}
        above={
          <div className="grid gap-4">
            <OperatorNote />
            <p className="text-sm text-ink-2">
              {o('english')} <PageLink to="contact">{contact}</PageLink>
            </p>
          </div>
        }
      />
    </>
  )
}

interface PageSection {
  id: string
  title: string
  body: ReactNode
}

/** `label` names the list; `above` is shown before the first section. */
function Sections({ label, sections, above }: { label: string; sections: readonly PageSection[]; above?: ReactNode }) {
  return (
    <div className={`${column} grid gap-8 py-[clamp(2.5rem,6vw,4.5rem)] lg:grid-cols-[15rem_minmax(0,42rem)] lg:gap-16`}>
      <nav aria-label={label} className="text-sm lg:sticky lg:top-6 lg:self-start">
        <p className="font-strong">{label}</p>
        <ol className="mt-2 grid gap-x-4 gap-y-1 sm:max-lg:grid-cols-2">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className="block py-1 text-ink-2 no-underline hover:underline">
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="grid gap-10">
        {above}
        {sections.map(({ id, title, body }) => (
          <section key={id} id={id} className="scroll-mt-6">
            <h2 className="text-xl">{title}</h2>
            <div className="mt-2 grid gap-3 text-[1.0625rem]/[1.7rem] text-ink-2">{body}</div>
          </section>
        ))}
      </div>
    </div>
  )
}
