// Lists the product's own emails in every language, with those that staff changed.
import { type EmailTextRow, EmailTextState, listEmailTextsApi } from '../../../../core/api/admin/email-texts.ts'
import { emailGroups } from '../../../../core/notifications/email-kinds.ts'
import { languages } from '../../../../core/words/languages.ts'
import { Link } from '../../../navigation/navigation.tsx'
import { useNow } from '../../../now.ts'
import { type StateKind, StateLabel } from '../../../ui/feedback/StateLabel.tsx'
import { Ago } from '../../../ui/text/Ago.tsx'
import { useWords } from '../../../words/words.tsx'
import { AdminList } from '../../pieces/AdminList.tsx'
import { FilterBar, FilterSelect } from '../../pieces/FilterBar.tsx'
import { useAdminList } from '../../pieces/useAdminList.ts'
import { useUrlFilters } from '../../pieces/useUrlFilters.ts'
import { TemplatesHeader } from '../TemplatesHeader.tsx'

const minuteMs = 60_000

export function EmailTextsPage() {
  const t = useWords('admintemplates')
  const now = useNow(minuteMs)
  const { values, set, clear, isFiltered } = useUrlFilters(['group', 'language', 'state'])
  const list = useAdminList(['admin', 'email-texts'], listEmailTextsApi, '/api/admin/email-texts', values)
  return (
    <>
      <TemplatesHeader lead={t('emails.lead')} />
      <AdminList
        caption={t('tab.emails')}
        list={list}
        isFiltered={isFiltered}
        keyOf={row => `${row.kind} ${row.language}`}
        columns={[
          {
            key: 'kind',
            head: t('email'),
            cell: (row: EmailTextRow) => <Link to={`/admin/templates/emails/${row.kind}/${row.language}`}>{t(`kind.${row.kind}`)}</Link>,
          },
          { key: 'group', head: t('group'), cell: row => t(`group.${row.group}`) },
          { key: 'language', head: t('language'), cell: row => t(`language.${row.language}`) },
          { key: 'state', head: t('state'), cell: row => <EmailState state={row.state} /> },
          { key: 'changed', head: t('changed'), cell: row => (row.changedAt ? <Ago at={row.changedAt} now={now} /> : t('never')) },
        ]}
        filters={
          <FilterBar isFiltered={isFiltered} onClear={clear}>
            <FilterSelect
              label={t('group')}
              value={emailGroups.find(one => one === values.group) ?? ''}
              options={emailGroups.map(value => ({ value, label: t(`group.${value}`) }))}
              onChange={group => set({ group })}
            />
            <FilterSelect
              label={t('language')}
              value={languages.find(one => one === values.language) ?? ''}
              options={languages.map(value => ({ value, label: t(`language.${value}`) }))}
              onChange={language => set({ language })}
            />
            <FilterSelect
              label={t('state')}
              value={EmailTextState.options.find(one => one === values.state) ?? ''}
              options={EmailTextState.options.map(value => ({ value, label: t(`emailState.${value}`) }))}
              onChange={state => set({ state })}
            />
          </FilterBar>
        }
      />
    </>
  )
}

const kinds: Record<EmailTextState, StateKind> = { default: 'off', changed: 'ok', outdated: 'warn', broken: 'bad' }

export function EmailState({ state }: { state: EmailTextState }) {
  const t = useWords('admintemplates')
  return <StateLabel kind={kinds[state]} label={t(`emailState.${state}`)} />
}
