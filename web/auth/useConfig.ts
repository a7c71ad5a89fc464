// The server's public configuration, for screens shown before anyone signs in.
import { useEffect, useState } from 'react'
import type { PublicConfig } from '../../core/api/config.ts'
import { openAuthClient } from './client.ts'

/** Undefined until it is known. */
export function useConfig(): PublicConfig | undefined {
  const [config, setConfig] = useState<PublicConfig>()
  useEffect(() => {
    let isGone = false
    openAuthClient().then(door => isGone || setConfig(door.config), console.error)
    return () => {
      isGone = true
    }
  }, [])
  return config
}
