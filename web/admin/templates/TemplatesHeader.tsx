// The header of the templates page, with its two parts: WhatsApp templates and the product's own emails.
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useWords } from '../../words/words.tsx'

const linkClass =
  'border-b-3 border-transparent py-3 text-sm text-ink-2 no-underline hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-strong aria-[current=page]:text-ink'

export function TemplatesHeader({ lead, action }: { lead: string; action?: ReactNode }) {
  const t = useWords('admintemplates')
  return (
    <>
      <PageHeader title={t('title')} action={action}>
        {lead}
      </PageHeader>
      <nav aria-label={t('parts')} className="mb-5 flex gap-5 overflow-x-auto shadow-[inset_0_-1px_0_var(--line)]">
        <NavLink to="/admin/templates" end className={linkClass}>
          {t('tab.whatsapp')}
        </NavLink>
        <NavLink to="/admin/templates/emails" className={linkClass}>
          {t('tab.emails')}
        </NavLink>
      </nav>
    </>
  )
}
