const operatorInstallation = {
  meta: { title: 'Installation' },
} as const

export default operatorInstallation
