// The menu for all filters: templates, import, export, named lists.
import { Download, LayoutTemplate, ListPlus, MoreHorizontal, Upload } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { useWords } from '../../../words/words.tsx'
import { ExportDialog } from './ExportDialog.tsx'

export function ListMenu({ canExport }: { canExport: boolean }) {
  const t = useWords('filterlist')
  const navigate = useNavigate()
  const [isExporting, setExporting] = useState(false)
  const goTo = (path: string) => void navigate(path)
  return (
    <>
      <Menu
        label={t('more')}
        trigger={<IconButton icon={MoreHorizontal} label={t('more')} />}
        items={[
          { label: t('more.templates'), icon: LayoutTemplate, onSelect: () => goTo('/filters/templates') },
          { label: t('more.import'), icon: Upload, onSelect: () => goTo('/filters/import') },
          ...(canExport ? [{ label: t('more.export'), icon: Download, onSelect: () => setExporting(true) }] : []),
          { label: t('more.lists'), icon: ListPlus, onSelect: () => goTo('/filters/lists') },
        ]}
      />
      <ExportDialog open={isExporting} onClose={() => setExporting(false)} />
    </>
  )
}
