const operatorInstallation = {
  meta: { title: '系統' },
} as const

export default operatorInstallation
