; What C's files include.

((preproc_include path: (_) @wildcard) (#set! exported))
