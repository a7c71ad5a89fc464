// The server's public configuration, for screens shown before anyone signs in.
import { useEffect, useState } from 'react'
import type { PublicConfig } from '../../core/api/config.ts'
import { openAuthClient } from './client.ts'

/** Undefined until loaded. */
export function useConfig(): PublicConfig | undefined {
  const [config, setConfig] = useState<PublicConfig>()
  useEffect(() => {
    let isUnmounted = false
    openAuthClient().then(connection => isUnmounted || setConfig(connection.config), console.error)
    return () => {
      isUnmounted = true
    }
  }, [])
  return config
}
