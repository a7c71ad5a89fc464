// The columns of the list of WhatsApp templates.
import type { Template } from '../../../../core/api/templates.ts'
import { Link } from '../../../navigation/navigation.tsx'
import type { Column } from '../../../ui/layout/Table.tsx'
import { Ago } from '../../../ui/text/Ago.tsx'
import { useWords } from '../../../words/words.tsx'
import { TemplateState } from './TemplateState.tsx'

export function useTemplateColumns(now: Date): Column<Template>[] {
  const t = useWords('admintemplates')
  const moment = (at: string | null) => (at ? <Ago at={at} now={now} className="tabular-nums" /> : t('never'))
  return [
    { key: 'name', head: t('name'), cell: template => <Link to={`/admin/templates/${template.id}`}>{template.name}</Link> },
    {
      key: 'state',
      head: t('state'),
      cell: template => (
        <span className="grid max-w-64 whitespace-normal">
          <TemplateState template={template} />
          {template.reason !== null && <span className="wrap-anywhere text-ink-2">{template.reason}</span>}
        </span>
      ),
    },
    { key: 'language', head: t('language'), cell: template => template.language },
    { key: 'purpose', head: t('purpose'), cell: template => t(`purpose.${template.purpose}`) },
    { key: 'category', head: t('category'), cell: template => t('category.name', { name: template.category }) },
    { key: 'quality', head: t('quality'), cell: template => t('quality.name', { name: template.quality ?? 'none' }) },
    { key: 'position', head: t('position'), number: true, cell: template => template.position },
    { key: 'used', head: t('used'), cell: template => moment(template.lastUsedAt) },
    { key: 'compared', head: t('compared'), cell: template => moment(template.syncedAt) },
  ]
}
