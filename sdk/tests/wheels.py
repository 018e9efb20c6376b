# Prints the files and the metadata of two wheels: python wheels.py <ours> <theirs>
import json
import sys
from email.parser import Parser
from zipfile import ZipFile


def facts(path):
    with ZipFile(path) as wheel:
        names = sorted(wheel.namelist())
        text = wheel.read(next(name for name in names if name.endswith(".dist-info/METADATA"))).decode()
        message = Parser().parsestr(text)
        # The version of the metadata depends on the builder; both have the fields of version 2.4.
        del message["Metadata-Version"]
        files = {name: wheel.read(name).decode() for name in names if name.endswith((".py", ".typed", "LICENSE"))}
        return {"names": names, "metadata": sorted(message.items()), "readme": message.get_payload(), "files": files}


print(json.dumps([facts(path) for path in sys.argv[1:3]]))
