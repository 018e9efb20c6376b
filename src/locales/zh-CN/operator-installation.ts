const operatorInstallation = {
  meta: { title: '系统' },
} as const

export default operatorInstallation
