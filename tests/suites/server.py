"""Settings of Django for the cluster that PGHOST names."""

import os

DATABASES = {
    alias: {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "HOST": os.environ["PGHOST"],
        "USER": os.environ["PGUSER"],
    }
    for alias, name in (("default", "django"), ("other", "other"))
}
SECRET_KEY = "of tests"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
USE_TZ = False
