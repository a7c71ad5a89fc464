// The software that the server is built from, searchable, and as a bill of materials to download.
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type Component, listComponentsApi } from '../../../core/api/admin/secrets.ts'
import { fetchFile } from '../../api.ts'
import { useAuth } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import type { Column } from '../../ui/layout/Table.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { AdminList } from '../pieces/AdminList.tsx'
import { FilterBar } from '../pieces/FilterBar.tsx'
import { useAdminList } from '../pieces/useAdminList.ts'
import { useTabFilters } from './useTabFilters.ts'

const filterKeys = ['q'] as const

export function ComponentsTab() {
  const t = useWords('adminsecurity')
  const { values, set, clear, isFiltered } = useTabFilters(filterKeys)
  const list = useAdminList(['admin', 'security', 'components'], listComponentsApi, '/api/admin/security/components', values)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[62ch] text-sm text-ink-2">{t('components.text')}</p>
        <DownloadBom />
      </div>
      <AdminList
        caption={t('tab.components')}
        list={list}
        columns={useColumns()}
        keyOf={row => row.purl}
        isFiltered={isFiltered}
        filters={
          <FilterBar
            searchText={values.q ?? ''}
            searchLabel={t('components.search')}
            onSearch={q => set({ q })}
            isFiltered={isFiltered}
            onClear={clear}
          />
        }
      />
    </>
  )
}

function DownloadBom() {
  const t = useWords('adminsecurity')
  const explain = useExplain()
  const { bearer } = useAuth()
  const download = useMutation({
    mutationFn: async () => {
      const file = URL.createObjectURL(await fetchFile('/api/admin/security/bom.json', await bearer()))
      const link = document.createElement('a')
      link.href = file
      link.download = 'mailferry-bom.cdx.json'
      link.click()
      URL.revokeObjectURL(file)
    },
    onError: error => toast.error(explain(error)),
  })
  return (
    <Button look="quiet" small busy={download.isPending} onClick={() => download.mutate()}>
      <Download size={16} aria-hidden /> {t('components.download')}
    </Button>
  )
}

function useColumns(): Column<Component>[] {
  const t = useWords('adminsecurity')
  return [
    { key: 'name', head: t('components.name'), cell: row => <code>{row.name}</code> },
    { key: 'version', head: t('components.version'), cell: row => row.version },
    { key: 'licence', head: t('components.licence'), cell: row => row.licence ?? t('components.unknown') },
    { key: 'hash', head: t('components.hash'), cell: row => t(row.hasHash ? 'components.hash.yes' : 'components.hash.no') },
    { key: 'use', head: t('components.use'), cell: row => t(row.isDevelopment ? 'components.use.build' : 'components.use.run') },
  ]
}
