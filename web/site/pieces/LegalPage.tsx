// A page of what holds between us and our readers: who operates this, in which language it holds, and its sections with a list of them.
import { useWords } from '../../words.tsx'
import { Opening } from '../Opening.tsx'
import { PageLink } from '../PageLink.tsx'
import { OperatorNote } from './Operator.tsx'
import { type Section, Sections } from './Sections.tsx'

interface Texts {
  heading: string
  lede: string
  /** Leads to whoever answers questions about it. */
  contact: string
  sections: Section[]
}

export function LegalPage({ heading, lede, contact, sections }: Texts) {
  const o = useWords('siteoperator')
  return (
    <>
      <Opening heading={heading} lede={lede} />
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
